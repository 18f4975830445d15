"""The price of a rectangle in texels (see `MeshOptions`): nothing in, its upper end out."""

UNLIMITED = 1 << 20
"""From this price on every plane is one rectangle."""
