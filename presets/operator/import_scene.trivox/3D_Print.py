"""One closed body without anything inside, of voxels one millimetre wide, standing on the origin."""

import bpy

options = bpy.context.active_operator
options.use_defaults()
options.faces = "triangles"
options.voxel_size = 0.001
options.origin = "bottom"
options.at_origin = True
options.join = "one"
options.layers = "none"
options.hidden = "skip"
options.single_sided = False
options.part_edges = True
