"""What formats cannot hold, and what does not arrive yet: tables that tests compare with what readers find, both ways.

A fact that neither table names is kept in every file.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy
from helpers_checks import FACTS, LEVELS, NO, PARTLY, YES
from helpers_exporters import FORMATS, MODES, STORES, Setting

GLTF, USD = ("glb", "gltf"), ("usda", "usdc", "usdz")
SOUPS = ("ply", "stl")
IMAGES = ("texture", "palette")
Version = tuple[int, ...]
RUNNING: Version = bpy.app.version[:2]
DOCUMENTED: Version = (5, 0)
"""The Blender whose exporters the docs tell of."""


@dataclass(frozen=True)
class Limit:
    """A fact that some files cannot hold."""

    fact: str
    formats: tuple[str, ...]
    level: str
    """`PARTLY` or `NO`."""
    why: str
    stores: tuple[str, ...] = STORES
    cases: tuple[str, ...] = ()
    """Empty for all."""
    modes: tuple[str, ...] = MODES
    since: Version = (0, 0)
    before: Version = (99, 0)
    """The first Blender with it, and the first without."""

    def matches(self, setting: Setting, kind: str, fact: str, blender: Version) -> bool:
        """Whether a file is one of these."""
        named = not self.cases or setting.case.name in self.cases
        told = fact == self.fact and kind in self.formats and setting.store in self.stores
        return told and named and setting.mode in self.modes and self.since <= blender < self.before


LIMITS = (
    Limit("names", ("obj",), PARTLY, "spaces become underscores", cases=("several",)),
    Limit("names", USD, PARTLY, "all but letters and digits become underscores", cases=("several",)),
    Limit("names", SOUPS, NO, "a file is one mesh without a name"),
    Limit("hierarchy", ("obj", *SOUPS), NO, "the format has no groups that move what is in them"),
    Limit("transforms", ("obj", *SOUPS), NO, "places are written into the corners of the mesh"),
    Limit("instances", ("obj", *USD, *SOUPS), NO, "the exporter writes the mesh again for each object"),
    Limit("hidden", ("obj",), NO, "what the eye of a collection hides is seen, in its place"),
    Limit("hidden", SOUPS, NO, "what the eye of a collection hides is seen, in its place", before=(5, 2)),
    Limit("frames", ("obj", *SOUPS), NO, "a file holds one moment"),
    Limit("colors in a texture", SOUPS, NO, "no images"),
    Limit("colors in a palette", SOUPS, NO, "no images"),
    Limit("colors in an attribute", ("fbx", "obj", *USD), PARTLY, "written, but the material does not say so"),
    Limit("colors in an attribute", ("stl",), NO, "no colors"),
    Limit(
        "colors in materials",
        ("fbx", "obj"),
        PARTLY,
        "written as linear light, which programs that expect screen colors show too dark",
    ),
    Limit("colors in materials", SOUPS, NO, "no materials"),
    Limit("pictures", SOUPS, NO, "no images"),
    Limit("positions", SOUPS, NO, "no images, so all of a cut-out is seen", modes=("cutout",)),
    Limit("cut-outs", ("fbx", "obj"), PARTLY, "the picture is clear there, but the material does not say so"),
    Limit("cut-outs", SOUPS, NO, "no images"),
    Limit("sharp texels", ("fbx", "obj", *USD, *SOUPS), NO, "the format cannot say it: set it where the file arrives"),
    Limit("metal", ("fbx", "obj"), NO, "only as a number of the material, not in an image", IMAGES),
    Limit("metal", SOUPS, NO, "no materials"),
    Limit("roughness", ("fbx", "obj"), NO, "only as a number of the material, not in an image", IMAGES),
    Limit("roughness", SOUPS, NO, "no materials"),
    Limit("emission", USD, PARTLY, "the color, but not how strong it is", IMAGES, ("emission", "wide", "mixed")),
    Limit("emission", GLTF, PARTLY, "at most 64 times as strong as the weakest of its image", IMAGES, ("wide",)),
    Limit("emission", ("fbx", "obj", *USD), PARTLY, "no light is stronger than its color", ("attribute", "materials")),
    Limit("emission", ("fbx", "obj"), PARTLY, "no light is stronger than its color", IMAGES),
    Limit("emission", SOUPS, NO, "no materials"),
    Limit("glass", ("fbx", "obj"), PARTLY, "as alpha, one number for a material, which tints nothing"),
    Limit("glass", USD, PARTLY, "as alpha, which tints nothing", before=(5, 2)),
    Limit("glass", USD, PARTLY, "as alpha, which tints nothing", IMAGES, since=(5, 2)),
    Limit("glass", SOUPS, NO, "no materials"),
)

# Known failures: the files of such a line may be at any level, but at least one must fail. Whoever repairs the fault
# takes the line away.
KNOWN: tuple[Limit, ...] = ()


def known(setting: Setting, kind: str, fact: str) -> bool:
    """Whether a fact is known not to arrive."""
    return any(limit.matches(setting, kind, fact, RUNNING) for limit in KNOWN)


def expected(setting: Setting, kind: str, fact: str, blender: Version = RUNNING) -> str:
    """How far a fact is kept, known failures aside."""
    return next((limit.level for limit in LIMITS if limit.matches(setting, kind, fact, blender)), YES)


# The table in the docs

LIMIT_FACTS = ("opens", *FACTS)
COLUMNS = {"glTF": GLTF, ".fbx": ("fbx",), ".obj": ("obj",), "USD": USD, ".ply": ("ply",), ".stl": ("stl",)}
UNKNOWN = "not yet"
assert sorted(kind for kinds in COLUMNS.values() for kind in kinds) == sorted(FORMATS)


def cell(levels: set[str], fact: str, kinds: tuple[str, ...]) -> str:
    """What the table says of a fact in some formats, where readers found these levels."""
    if any(limit in KNOWN for limit in documented(fact, kinds)):
        return UNKNOWN
    if not levels:
        return ""
    return levels.pop() if len(levels) == 1 else PARTLY if levels & {YES, PARTLY} else NO


def reasons(fact: str, kinds: tuple[str, ...]) -> list[str]:
    """Why a fact is not kept in some formats."""
    return list(dict.fromkeys(_sentence(limit) for limit in documented(fact, kinds)))


def documented(fact: str, kinds: tuple[str, ...]) -> list[Limit]:
    """The limits that the docs tell of."""
    limits = [limit for limit in (*KNOWN, *LIMITS) if limit.since <= DOCUMENTED < limit.before]
    return [limit for limit in limits if limit.fact == fact and set(limit.formats) & set(kinds)]


def _sentence(limit: Limit) -> str:
    where = "" if limit.stores == STORES else f" ({', '.join(limit.stores)})"
    when = "" if limit.before == (99, 0) else f" (before Blender {limit.before[0]}.{limit.before[1]})"
    return limit.why + where + when


def table(found: dict[tuple[str, str], set[str]]) -> str:
    """The table as Markdown, of the levels of each fact and format, with the reasons below."""
    lines = [f"| | {' | '.join(COLUMNS)} |", f"|---|{'---|' * len(COLUMNS)}"]
    notes: list[str] = []
    for fact in LIMIT_FACTS:
        cells = []
        for kinds in COLUMNS.values():
            levels = set().union(*(found.get((fact, kind), set()) for kind in kinds))
            said = cell(levels, fact, kinds)
            if said not in (YES, ""):
                for reason in reasons(fact, kinds):
                    if reason not in notes:
                        notes.append(reason)
                said += " " + ", ".join(f"[{notes.index(reason) + 1}]" for reason in reasons(fact, kinds))
            cells.append(said)
        lines.append(f"| {fact} | {' | '.join(cells)} |")
    lines += ["", *(f"{number}. {note[0].upper()}{note[1:]}." for number, note in enumerate(notes, 1))]
    return "\n".join(lines) + "\n"


assert set(LEVELS) == {YES, PARTLY, NO}
