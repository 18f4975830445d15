"""A square for each side of a voxel, walls of hollows too, and colors that one pixel of a palette changes."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.mode = "faces"
options.interior = "keep"
options.colors = "palette"
options.origin = "bottom"
options.single_sided = False
