"""The smallest file for the web, to be loaded at the world's origin."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.mode = "fewest"
options.faces = "triangles"
options.overlap = 0.004
options.at_origin = True
options.layers = "none"
options.hidden = "skip"
