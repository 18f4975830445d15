"""English texts in, texts in the user's language out, looked up where Blender's own words are not.

Blender's catalogue goes before those of extensions: without a context of our own its words would stand for ours, such
as "Triangulieren", which is what an operator does, for "Triangles". What the user reads goes through this module: its
properties know the context, classes take it as ``bl_translation_context``, layouts as ``text_ctxt``.
"""

from __future__ import annotations

from functools import partial

import bpy
from bpy.app import translations

CONTEXT = "Trivox"
"""Where all texts of ours are looked up."""

pgettext_iface = partial(translations.pgettext_iface, msgctxt=CONTEXT)
"""A text of the interface; plain if the user does not want those translated."""
pgettext_rpt = partial(translations.pgettext_rpt, msgctxt=CONTEXT)
"""A report."""
pgettext_tip = partial(translations.pgettext_tip, msgctxt=CONTEXT)
"""A tooltip."""

BoolProperty = partial(bpy.props.BoolProperty, translation_context=CONTEXT)
CollectionProperty = partial(bpy.props.CollectionProperty, translation_context=CONTEXT)
EnumProperty = partial(bpy.props.EnumProperty, translation_context=CONTEXT)
FloatProperty = partial(bpy.props.FloatProperty, translation_context=CONTEXT)
FloatVectorProperty = partial(bpy.props.FloatVectorProperty, translation_context=CONTEXT)
IntProperty = partial(bpy.props.IntProperty, translation_context=CONTEXT)
PointerProperty = partial(bpy.props.PointerProperty, translation_context=CONTEXT)
StringProperty = partial(bpy.props.StringProperty, translation_context=CONTEXT)
