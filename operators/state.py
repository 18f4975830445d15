"""What became of the files of an import in, what windows remember of it out; and the triangles a scene may have."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT, BoolProperty, CollectionProperty, IntProperty, PointerProperty, StringProperty
from ..core.files import Files
from ..core.text import for_users, readable
from .progress import redraw

MAX_BUDGET = 2**31 - 1


class TRIVOX_PG_problem(bpy.types.PropertyGroup):
    """What went wrong with one file, whose name it has."""

    reason: StringProperty(name="Reason", description="Why the file was not imported, or what is wrong with it")
    failed: BoolProperty(name="Failed", description="The file was not imported")


class TRIVOX_PG_import(bpy.types.PropertyGroup):
    """What became of the files of the last import."""

    files: IntProperty(name="Files", description="How many files were chosen")
    made: IntProperty(name="Imported", description="How many files were imported")
    problems: CollectionProperty(type=TRIVOX_PG_problem)


class TRIVOX_PG_budget(bpy.types.PropertyGroup):
    """How many triangles a scene may have."""

    use: BoolProperty(
        name="Triangle Budget",
        description="Show how much of a number of triangles the visible objects of the scene take",
        default=False,
    )
    triangles: IntProperty(
        name="Triangles",
        description="How many triangles the scene may have",
        min=1,
        max=MAX_BUDGET,
        soft_max=10_000_000,
        default=100_000,
    )


class TRIVOX_OT_forget_problems(bpy.types.Operator):
    """Empties the list of problems."""

    bl_idname = "trivox.forget_problems"
    bl_label = "Dismiss"
    bl_translation_context = CONTEXT
    bl_description = "Empty this list"
    bl_options = {"INTERNAL"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        context.window_manager.trivox_import.problems.clear()
        return {"FINISHED"}


class TRIVOX_OT_copy_problems(bpy.types.Operator):
    """Puts the whole list of problems into the clipboard."""

    bl_idname = "trivox.copy_problems"
    bl_label = "Copy All"
    bl_translation_context = CONTEXT
    bl_description = "Copy the whole list as text"
    bl_options = {"INTERNAL"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        problems = context.window_manager.trivox_import.problems
        context.window_manager.clipboard = "\n".join(f"{problem.name}: {problem.reason}" for problem in problems)
        return {"FINISHED"}


def remember_problems(manager: bpy.types.WindowManager, files: Files) -> None:
    """Write down what went wrong with files, in the place of what was written before.

    Parameters
    ----------
    manager : bpy.types.WindowManager
    files : Files
        Failures first; then the warnings of those that were made.
    """
    told = manager.trivox_import
    told.problems.clear()
    told.made, told.files = len(files.made), len(files.made) + len(files.failures)
    warned = [(path.name, warning) for path, file in files.made for warning in file.scene.warnings]
    for name, reason in (*files.failures, *warned):
        problem = told.problems.add()
        sentence = for_users(reason)
        problem.name, problem.reason = readable(name), sentence[:1].upper() + sentence[1:]
        problem.failed = len(told.problems) <= len(files.failures)
    redraw(manager)


CLASSES = (
    TRIVOX_PG_problem,
    TRIVOX_PG_import,
    TRIVOX_PG_budget,
    TRIVOX_OT_forget_problems,
    TRIVOX_OT_copy_problems,
)


def register() -> None:
    """Give windows and scenes their properties; the classes are registered."""
    bpy.types.WindowManager.trivox_import = PointerProperty(type=TRIVOX_PG_import)
    bpy.types.Scene.trivox_budget = PointerProperty(type=TRIVOX_PG_budget)


def unregister() -> None:
    """Take them away."""
    del bpy.types.Scene.trivox_budget
    del bpy.types.WindowManager.trivox_import
