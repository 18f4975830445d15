"""Closed meshes for light maps and colliders; textures for an importer that compresses, scales and makes mip-maps."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.faces = "triangles"
options.border = 8
options.texel_scale = 4
options.align = True
options.power_of_two = True
options.origin = "bottom"
options.layers = "none"
options.hidden = "skip"
options.glass = "alpha"
options.textures = "beside"
