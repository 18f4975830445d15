"""The fewest triangles to draw, and a texture that mip-maps do not smear."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.mode = "fewest"
options.faces = "triangles"
options.overlap = 0.004
options.border = 4
options.power_of_two = True
options.origin = "bottom"
options.layers = "none"
options.hidden = "skip"
options.textures = "both"
