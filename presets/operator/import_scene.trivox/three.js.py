"""The smallest file for the web; the texture needs no border, for it is shown unfiltered."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.mode = "fewest"
options.faces = "triangles"
options.overlap = 0.004
options.border = 0
options.at_origin = True
options.layers = "none"
options.hidden = "skip"
