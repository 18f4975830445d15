"""Assemblies in, Blender data-blocks out: the only place that fills arrays of Blender and knows its versions."""
