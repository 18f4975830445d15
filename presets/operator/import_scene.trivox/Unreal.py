"""Closed meshes, without which there are no distance fields; textures to be compressed and streamed; no empties."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.faces = "triangles"
options.border = 8
options.texel_scale = 4
options.align = True
options.power_of_two = True
options.hierarchy = "flat"
options.origin = "bottom"
options.layers = "none"
options.hidden = "skip"
options.glass = "alpha"
options.textures = "beside"
