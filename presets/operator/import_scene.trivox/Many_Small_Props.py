"""Hardly any triangles, of rectangles that are clear in part, for many props on phones and in VR."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.mode = "cutout"
options.faces = "triangles"
options.power_of_two = True
options.origin = "bottom"
options.layers = "none"
options.hidden = "skip"
options.textures = "both"
options.glass = "alpha"
