"""Closed meshes, of which Godot makes levels of detail; textures of any size that it can compress."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.faces = "triangles"
options.border = 4
options.texel_scale = 4
options.align = True
options.origin = "bottom"
options.layers = "none"
options.hidden = "skip"
options.glass = "alpha"
