"""Voxel grid to triangles, step by step: exposure, contours, bridges, triangulation, T-junctions, flips, welding."""
