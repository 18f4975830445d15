"""Files that were imported before in, the scene brought up to date with them and one line of what changed out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import bpy
import numpy as np

from ..blender.reload import Changes, Chooser, chooser_of, reload_file
from ..blender.scene import leave_edit_mode
from ..blender.source import (
    Source,
    Stamp,
    bytes_digest,
    files_of,
    set_follows,
    sources,
    stamp_of,
    stored_path,
    write_source,
)
from ..blender.words import CONTEXT, BoolProperty, StringProperty, pgettext_rpt
from ..core.errors import TrivoxError
from ..core.formats.source import load
from ..core.formats.tables import HEAD, reader_of
from ..core.progress import Progress, shared
from ..core.scene import Assembly, assemble
from ..core.scene.assembly import Known
from ..core.text import readable
from .import_files import LONG_BYTES, filter_of, refuse_several_colors
from .long_work import LongWork

READY: dict[str, "Read"] = {}
"""What was read already, by file as origins name it; a reload takes it from here."""


@dataclass(frozen=True)
class Wanted:
    """A file to read again; holds nothing of Blender, so that a thread may read it."""

    source: Source
    path: Path
    choose: Chooser
    anyway: bool = False
    """Also if it is the same as before."""
    known: Known | None = None
    """Meshes that were made of the file before."""


@dataclass(frozen=True)
class Read:
    """What came of a file."""

    wanted: Wanted
    stamp: Stamp | None = None
    digest: str = ""
    file: Assembly | None = None
    """None if it is the same as before."""
    error: TrivoxError | None = None


def read_again(wanted: Wanted, progress: Progress) -> Read:
    """Read a file and make its meshes; Blender is not asked.

    Parameters
    ----------
    wanted : Wanted
    progress : callable
        Takes the share that is done.

    Returns
    -------
    Read
    """
    source, stamp = wanted.source, stamp_of(wanted.path)
    try:
        data, name = load(wanted.path)
        digest = bytes_digest(data)
        if digest == source.digest and not wanted.anyway:
            return Read(wanted, stamp, digest)
        document = reader_of(data[:HEAD], wanted.path.suffix).read(data, name)
        file = assemble(
            document,
            None,
            source.scene,
            voxel_size=source.build.voxel_size,
            choose=wanted.choose,
            known=wanted.known,
            progress=progress,
        )
        if any(source.offset):
            file = file.shifted(np.array(source.offset) * file.voxel_size)
        refuse_several_colors(file, source.build)
    except TrivoxError as error:
        return Read(wanted, error=error)
    # Worked out here, where nobody has to wait.
    _digests = file.digests
    return Read(wanted, stamp, digest, file)


class TRIVOX_OT_reload(LongWork, bpy.types.Operator):
    """Reads files again and brings the scene up to date."""

    bl_idname = "trivox.reload"
    bl_label = "Reload"
    bl_translation_context = CONTEXT
    bl_description = (
        "Read the files of the selected objects again, or all files if none is selected, and bring the scene up to "
        "date. What you moved, renamed, edited or added stays"
    )
    bl_options = {"REGISTER", "UNDO"}

    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN", "SKIP_SAVE"})
    filter_glob: StringProperty(default=filter_of(), options={"HIDDEN", "SKIP_SAVE"})
    file: StringProperty(
        name="File",
        description="The file, by the name that its collection has for it; by default those of the selected objects",
        options={"HIDDEN", "SKIP_SAVE"},
    )
    overwrite: BoolProperty(
        name="Edited Meshes Too",
        description="Make meshes anew that were edited by hand, if their models changed; the edits are lost",
        default=False,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        """Work where something comes from a file that is known."""
        if sources():
            return True
        cls.poll_message_set("Nothing here was imported from a file with Trivox")
        return False

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Let the user find a file that is no longer where it was."""
        chosen = list(self._sources(context).values())
        if len({source.absolute for source in chosen}) == 1 and not (self.filepath or chosen[0].absolute.is_file()):
            self.file, self.filepath = chosen[0].file, str(chosen[0].absolute)
            context.window_manager.fileselect_add(self)
            return {"RUNNING_MODAL"}
        return self.execute(context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Read the files, then bring the scene up to date."""
        chosen = self._sources(context)
        if not chosen:
            self.report({"ERROR"}, pgettext_rpt("The file is not known any more; import it again"))
            return {"CANCELLED"}
        ready = [_ready(source) for source in chosen.values()]
        if all(ready):
            return self.finish(context, ready)
        one = len({source.absolute for source in chosen.values()}) == 1
        path = Path(bpy.path.abspath(self.filepath)) if self.filepath and one else None
        wanted = [
            Wanted(source, path or source.absolute, chooser_of(holder, source), self.overwrite)
            for holder, source in chosen.items()
        ]
        sizes = [(stamp_of(one.path) or (0, 0))[0] for one in wanted]

        def work(progress: Progress) -> Sequence[Read]:
            parts = shared(progress, sizes)
            return [read_again(one, share) for one, share in zip(wanted, parts, strict=True)]

        return self.run(context, work, long=sum(sizes) > LONG_BYTES)

    def finish(self, context: bpy.types.Context, files: Sequence[Read]) -> set[str]:
        """Bring the scene up to date."""
        if all(read.error for read in files):
            self.report({"ERROR"}, "\n".join(_problem(read) for read in files))
            return {"CANCELLED"}
        leave_edit_mode(context)
        context.view_layer.update()
        for read in files:
            if read.error:
                self.report({"WARNING"}, _problem(read))
                continue
            changes = self._brought(context, read)
            name = readable(read.wanted.path.name)
            self.report({"INFO"}, f"{name}: {changes_line(changes)}")
            for line in kept_lines(changes):
                self.report({"WARNING"}, f"{name}: {line}")
        return {"FINISHED"}

    def _brought(self, context: bpy.types.Context, read: Read) -> Changes:
        """Bring one file's objects up to date, unless what remembers it has gone."""
        before = read.wanted.source
        holder = next((one for one, source in sources().items() if source.file == before.file), None)
        if holder is None:
            return Changes()
        now = replace(sources()[holder], path=stored_path(read.wanted.path), digest=read.digest, stamp=read.stamp)
        if read.file is None:
            write_source(holder, now)
            return Changes()
        return reload_file(holder, now, read.file, context.scene, overwrite=self.overwrite)

    def _sources(self, context: bpy.types.Context) -> dict[bpy.types.ID, Source]:
        """The file that was asked for, or those of the selected objects, or all."""
        known = sources()
        wanted = {self.file} if self.file else files_of(context.selected_objects)
        # A file that was imported several times may share its meshes.
        paths = {source.absolute for source in known.values() if source.file in wanted}
        chosen = {holder: source for holder, source in known.items() if source.absolute in paths}
        return chosen if chosen or self.file else known


class TRIVOX_OT_follow_file(bpy.types.Operator):
    """Lets the scene follow a file, or no longer."""

    bl_idname = "trivox.follow_file"
    bl_label = "Follow File"
    bl_translation_context = CONTEXT
    bl_description = "Reload the file by itself each time it is saved in MagicaVoxel"
    bl_options = {"REGISTER", "UNDO"}

    file: StringProperty(
        name="File",
        description="The file, by the name that its collection has for it; by default those of the selected objects",
        options={"HIDDEN", "SKIP_SAVE"},
    )
    follow: BoolProperty(name="Follow", description="Whether the file is followed", default=True)

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work where something comes from a file that is known."""
        return TRIVOX_OT_reload.poll.__func__(cls, context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write it down; what looks after files sees it there."""
        wanted = {self.file} if self.file else files_of(context.selected_objects)
        chosen = [holder for holder, source in sources().items() if source.file in wanted]
        if not chosen:
            self.report({"ERROR"}, pgettext_rpt("No selected object comes from a file that is known"))
            return {"CANCELLED"}
        for holder in chosen:
            set_follows(holder, follows=self.follow)
        return {"FINISHED"}


def changes_line(changes: Changes) -> str:
    """Say what a reload brought.

    Parameters
    ----------
    changes : Changes

    Returns
    -------
    str
    """
    parts = [
        (changes.models, pgettext_rpt("1 model changed" if changes.models == 1 else "{count} models changed")),
        (changes.new, pgettext_rpt("1 new" if changes.new == 1 else "{count} new")),
        (changes.gone, pgettext_rpt("1 gone" if changes.gone == 1 else "{count} gone")),
        (changes.moved, pgettext_rpt("1 moved" if changes.moved == 1 else "{count} moved")),
    ]
    told = [text.format(count=f"{count:,}") for count, text in parts if count]
    return ", ".join(told) or pgettext_rpt("nothing changed")


def kept_lines(changes: Changes) -> list[str]:
    """Name what stays as it is though the file says otherwise."""
    lines = []
    if changes.kept:
        line = pgettext_rpt("{names}: no longer in the file, kept because you changed them")
        lines.append(line.format(names=", ".join(changes.kept)))
    if changes.left:
        line = pgettext_rpt("{names}: changed in the file, kept because the meshes were edited")
        lines.append(line.format(names=", ".join(changes.left)))
    return lines


def _ready(source: Source) -> Read | None:
    """What was read already of a file, for this or another import of it with the same options."""
    for read in READY.values():
        other = read.wanted.source
        if replace(other, file=source.file, follows=source.follows, stamp=source.stamp) == source:
            return replace(read, wanted=replace(read.wanted, source=source))
    return None


def _problem(read: Read) -> str:
    return f"{readable(read.wanted.path.name)}: {read.error}"


CLASSES = (TRIVOX_OT_reload, TRIVOX_OT_follow_file)
