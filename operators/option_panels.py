"""A layout and the properties of options in, the panels in which a user sets them out."""

import bpy

from ..blender.options import ATLASES, IMAGES, BuildOptions
from ..blender.words import CONTEXT
from ..core.mesh import modes


def draw_mesh_options(layout: bpy.types.UILayout, props: bpy.types.bpy_struct, *, finished: bool) -> None:
    """Draw the panels "Mesh", "Colors" and "Materials" for both classes; less where meshes are finished."""
    body = panel(layout, "TRIVOX_import_mesh", "Mesh")
    if body:
        if not finished:
            body.prop(props, "mode")
            if props.mode == "fewest":
                body.prop(props, "effort")
            if modes.MODES[props.mode].see_through:
                body.prop(props, "texels_per_rectangle")
        body.row().prop(props, "faces", expand=True)
        row = body.row()
        # Which mode a finished mesh is of, its file knows.
        row.enabled = finished or modes.MODES[props.mode].junctions == "nowhere"
        row.prop(props, "part_edges")
        row = body.row()
        row.enabled = finished or modes.MODES[props.mode].junctions != "nowhere"
        row.prop(props, "overlap")
        if not finished:
            body.row().prop(props, "interior", expand=True)
    body = panel(layout, "TRIVOX_import_colors", "Colors")
    if body:
        build = BuildOptions(colors=props.colors, split_colors=True)
        if not finished:
            build = build.suiting(props.mode)
        if build.colors == props.colors:
            body.prop(props, "colors")
        else:
            _fixed(body, "Stored In", "Texture")
        row = body.row()
        row.enabled = build.splits
        row.prop(props, "split_colors")
        if not finished:
            _draw_texture_options(body, props, build)
        row = body.row()
        row.enabled = build.colors in IMAGES
        row.prop(props, "textures")
        row = body.row()
        row.enabled = build.colors in ATLASES
        row.prop(props, "one_texture")
    body = panel(layout, "TRIVOX_import_materials", "Materials", closed=True)
    if body:
        body.prop(props, "glass")
        body.prop(props, "single_sided")
        body.prop(props, "emission")


def _draw_texture_options(body: bpy.types.UILayout, props: bpy.types.bpy_struct, build: BuildOptions) -> None:
    """Draw what is merged, and how textures are laid out."""
    one_color = build.one_color_a_face
    if one_color:
        _fixed(body, "Merge", "Same Color")
    else:
        body.prop(props, "merge")
    column = body.column()
    column.enabled = not one_color
    column.prop(props, "border")
    column.prop(props, "power_of_two")
    column.prop(props, "largest_texture")
    column.prop(props, "align")
    column.prop(props, "texel_scale")
    column.prop(props, "own_texels")
    column.prop(props, "occlusion")
    column = body.column()
    column.enabled = props.occlusion > 0 and not one_color
    column.prop(props, "occlusion_in")
    column.prop(props, "occlusion_strength")


def draw_scene_options(layout: bpy.types.UILayout, props: bpy.types.bpy_struct, *, finished: bool) -> None:
    """Draw the panel "Scene" for the properties of `BuildProperties` and some of `SceneProperties`."""
    body = panel(layout, "TRIVOX_import_scene", "Scene")
    if body:
        if not finished:
            body.prop(props, "voxel_length")
            body.prop(props, "origin")
        body.prop(props, "at_origin")
        body.prop(props, "places")
        # Finished meshes cannot be joined; a choice that stayed from other files must be seen.
        if not finished or props.join != "separate":
            body.prop(props, "join")
        row = body.row()
        row.enabled = props.join != "one"
        row.prop(props, "hierarchy", expand=True)
        body.row().prop(props, "again", expand=True)
        body.prop(props, "show_colors")


def _fixed(layout: bpy.types.UILayout, name: str, value: str) -> None:
    """Show an option that another one decides, where a property would be."""
    split = layout.split(factor=0.4)
    split.enabled = False
    left = split.row()
    left.alignment = "RIGHT"
    left.label(text=name, text_ctxt=CONTEXT)
    split.label(text=value, text_ctxt=CONTEXT)


def panel(layout: bpy.types.UILayout, idname: str, title: str, *, closed: bool = False) -> bpy.types.UILayout | None:
    """Add a panel that folds, and is folded at first if it is closed; None while it is folded."""
    header, body = layout.panel(idname, default_closed=closed)
    header.label(text=title, text_ctxt=CONTEXT)
    if body:
        body.use_property_split = True
        body.use_property_decorate = False
    return body
