"""The options of `SceneOptions` as Blender properties, and the panels in which a user sets what is rarely needed."""

import bpy

from ..blender.words import BoolProperty, EnumProperty, FloatProperty, IntProperty
from ..core.scene.options import MAX_FRAME, MAX_RATE, MIN_RATE, SceneOptions
from .option_panels import panel

_SCENE = SceneOptions()


class SceneProperties:
    """The fields of `SceneOptions`; a class with Blender properties inherits them."""

    origin: EnumProperty(
        name="Origin",
        description="Where the origin of each object is, around which it turns; nothing that can be seen moves",
        items=(
            ("pivot", "MagicaVoxel's Pivot", "Where MagicaVoxel turns the object: the middle of its size"),
            ("center", "Center", "The middle of its voxels"),
            ("bottom", "Bottom Center", "The middle of the bottom of its voxels, to stand it on something"),
            ("corner", "Corner", "The lowest, left, front corner of its voxels"),
        ),
        default=_SCENE.origin,
    )
    at_origin: BoolProperty(
        name="At World Origin",
        description="Move all objects of the file together so that they stand on the middle of the world",
        default=_SCENE.at_origin,
    )
    join: EnumProperty(
        name="Objects",
        description="What becomes of objects that touch or overlap",
        items=(
            ("separate", "Separate", "Every object is whole"),
            (
                "contacts",
                "Separate, without Contacts",
                "Objects stay apart, but faces that others hide where they touch or overlap are left out",
            ),
            ("one", "Joined", "All that is seen becomes one mesh, without faces inside. Groups and layers are lost"),
        ),
        default=_SCENE.join,
    )
    layers: EnumProperty(
        name="Layers",
        description="What becomes of the layers of the file",
        items=(
            ("collections", "Collections", "A collection for each layer that is used"),
            ("property", "Custom Property", "The name of its layer as a custom property of each object"),
            ("none", "Ignore", "Layers are forgotten, except that hidden ones are not seen"),
        ),
        default=_SCENE.layers,
    )
    hidden: EnumProperty(
        name="Hidden Objects",
        description="What becomes of objects and layers that are hidden in the file",
        items=(
            ("hide", "Import Hidden", "They arrive hidden, in viewports and renders"),
            ("skip", "Skip", "They are not imported"),
        ),
        default=_SCENE.hidden,
    )
    unplaced: EnumProperty(
        name="Loose Models",
        description="What becomes of several models that the file places nowhere, as old files have them",
        items=(
            ("side", "Side by Side", "One object for each model, in a row"),
            ("frames", "As Frames", "An animation that shows one model after the other in the same place"),
        ),
        default=_SCENE.unplaced,
    )
    animation: EnumProperty(
        name="Animation",
        description="Which frames of an animated file are imported",
        items=(
            ("first", "First Frame", "Nothing moves"),
            ("frame", "One Frame", "The frame of your choice; nothing moves"),
            ("animate", "Animate", "Key where each object is, and which model it shows, in each frame"),
        ),
        default=_SCENE.animation,
    )
    frame: IntProperty(
        name="Frame",
        description="The frame to import, as MagicaVoxel counts them from 0",
        min=0,
        max=MAX_FRAME,
        default=_SCENE.frame,
    )
    rate: FloatProperty(
        name="Frames per Second",
        description="How many frames of MagicaVoxel are played in a second",
        min=MIN_RATE,
        max=MAX_RATE,
        soft_min=1,
        soft_max=60,
        default=_SCENE.rate,
    )
    scene_range: BoolProperty(
        name="Set Scene Range",
        description="Let the scene begin and end with the animation, if the file says where it begins and ends",
        default=_SCENE.scene_range,
    )
    cameras: BoolProperty(
        name="Cameras",
        description="Import the stored cameras of the file",
        default=_SCENE.cameras,
    )
    lights: BoolProperty(
        name="Sun and Sky",
        description="Import the sun of the file, and let the scene have a new world with the color of its sky",
        default=_SCENE.lights,
    )

    def scene_options(self) -> SceneOptions:
        """Return the properties as the options of a scene."""
        return SceneOptions(**{name: getattr(self, name) for name in SceneOptions.__dataclass_fields__})


def draw_rare_options(layout: bpy.types.UILayout, props: bpy.types.bpy_struct, *, finished: bool) -> None:
    """Draw the panels, closed at first, of layers, animation, and cameras and light; less where meshes are finished."""
    body = panel(layout, "TRIVOX_import_layers", "Layers and Visibility", closed=True)
    if body:
        column = body.column()
        column.enabled = props.join != "one"
        column.prop(props, "layers")
        body.prop(props, "hidden")
    body = panel(layout, "TRIVOX_import_animation", "Animation", closed=True)
    if body:
        column = body.column()
        # What is joined, or cut where it touches, does not move.
        column.enabled = props.join == "separate" or props.animation != "animate"
        column.prop(props, "animation")
        if props.animation == "frame":
            column.prop(props, "frame")
        if not finished:
            column.prop(props, "unplaced")
        if props.animation == "animate" or (props.unplaced == "frames" and not finished):
            column.prop(props, "rate")
            column.prop(props, "frame_keys")
        body.prop(props, "scene_range")
    if finished:
        return
    body = panel(layout, "TRIVOX_import_light", "Cameras and Light", closed=True)
    if body:
        body.prop(props, "cameras")
        body.prop(props, "lights")
