"""All that the file shows: its cameras, its light and its animation."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.animation = "animate"
options.scene_range = True
options.cameras = True
options.lights = True
options.glass = "transmission"
options.single_sided = False
