"""What a reader found in a file and the scene that it came from in, how far each fact is kept out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from helpers_cases import VOXEL, Case
from helpers_exporters import Exported, Setting
from helpers_found import Found, Source, Thing, linear, srgb
from helpers_scene import Face

YES, PARTLY, NO = "yes", "partly", "no"
LEVELS = (NO, PARTLY, YES)
ASIDE = np.array([(0.137, -0.219, 0.301), (-0.353, 0.271, -0.117), (0.271, 0.397, 0.439)])
"""Three places of a face, around its middle, in which no edge of a mesh lies."""


@dataclass(frozen=True)
class Verdict:
    """How far a fact is kept."""

    level: str
    why: str = ""
    """Empty if it is kept."""


KEPT = Verdict(YES)


def verdict(problems: Iterable[str], level: str = NO) -> Verdict:
    """A fact is kept if nobody complains."""
    listed = list(problems)
    return Verdict(level, "; ".join(listed[:3])) if listed else KEPT


@dataclass
class Soup:
    """The triangles of several bodies in the world, in voxels."""

    bodies: list[Thing]
    positions: np.ndarray
    """(T, 3, 3)"""
    normals: np.ndarray
    """(T, 3)"""
    planes: np.ndarray
    """(T,): how far along its normal a triangle lies."""
    owner: np.ndarray
    """(T,): the body."""
    row: np.ndarray
    """(T,): which triangle of its body."""


def soup(bodies: list[Thing], moment: int) -> Soup:
    """Put bodies together; triangles without an area are left out."""
    parts = [body.world_triangles(moment) / VOXEL for body in bodies]
    positions = np.concatenate([*parts, np.zeros((0, 3, 3))])
    counts = [len(part) for part in parts]
    cross = np.cross(positions[:, 1] - positions[:, 0], positions[:, 2] - positions[:, 0])
    length = np.linalg.norm(cross, axis=1)
    normals = cross / np.maximum(length, 1e-12)[:, None]
    owner = np.repeat(np.arange(len(bodies)), counts)
    row = np.concatenate([np.arange(count) for count in counts] or [np.zeros(0, int)])
    kept = length > 1e-6
    planes = (positions[:, 0] * normals).sum(axis=1)
    return Soup(bodies, positions[kept], normals[kept], planes[kept], owner[kept], row[kept])


@dataclass
class Hits:
    """Pairs of a place on an expected face and a triangle that shows it."""

    point: np.ndarray
    """(n,) the number of the place; a face has as many as `ASIDE`"""
    triangle: np.ndarray
    """(n,) in the soup"""
    weights: np.ndarray
    """(n, 3) of the triangle's corners"""
    faces: int
    """F."""

    @property
    def face(self) -> np.ndarray:
        """(n,): the number of the face."""
        return self.point // len(ASIDE)

    @property
    def counts(self) -> np.ndarray:
        """(F, 3): how many triangles show each place of each face."""
        return np.bincount(self.point, minlength=self.faces * len(ASIDE)).reshape(-1, len(ASIDE))

    def where(self, kept: np.ndarray) -> Hits:
        """Some of them."""
        return Hits(self.point[kept], self.triangle[kept], self.weights[kept], self.faces)


def hits(faces: list[Face], triangles: Soup) -> Hits:
    """Find what shows each face, at three places."""
    rows = np.array(faces, float).reshape(-1, 6)
    normals = np.repeat(rows[:, 3:], len(ASIDE), axis=0)
    points = np.repeat(rows[:, :3] / 2, len(ASIDE), axis=0) + np.where(normals == 0, np.tile(ASIDE, (len(rows), 1)), 0)
    near = np.abs((points * normals).sum(axis=1)[:, None] - triangles.planes) < 0.01
    point, triangle = np.nonzero(near & (normals @ triangles.normals.T > 0.999))
    corners = triangles.positions[triangle] - points[point][:, None]
    normal = normals[point]
    areas = [(np.cross(corners[:, i - 2], corners[:, i - 1]) * normal).sum(axis=1) for i in range(3)]
    weights = np.stack(areas, axis=1)
    holds = (weights > 0).all(axis=1)
    point, triangle, weights = point[holds], triangle[holds], weights[holds]
    return Hits(point, triangle, weights / weights.sum(axis=1, keepdims=True), len(faces))


def strangers(found: Found, triangles: Soup, allowed: set[Face]) -> int:
    """How many triangles show a place that is no allowed face."""
    count = len(triangles.positions)
    weights = np.random.default_rng(5).dirichlet((1.5, 1.5, 1.5), (count, 5))
    at = np.einsum("tkc,tcx->tkx", weights, triangles.positions)
    normals = triangles.normals[:, None].round()
    twice = 2 * np.floor(at - normals / 2) + 1 + normals
    rows = np.concatenate([twice, np.broadcast_to(normals, twice.shape)], axis=2).astype(int)
    straight = np.abs(triangles.normals).max(axis=1) > 0.999
    every = np.repeat(np.arange(count), weights.shape[1])
    shown = shows(found, triangles, Hits(every, every, weights.reshape(-1, 3), 0)).reshape(count, -1)
    return sum(
        not fine or any(tuple(row) not in allowed for row, seen in zip(places, there, strict=True) if seen)
        for places, fine, there in zip(rows.tolist(), straight.tolist(), shown.tolist(), strict=True)
    )


def shows(found: Found, triangles: Soup, hit: Hits) -> np.ndarray:
    """(n,) bool: whether triangles show anything there: not where the picture of colors is clear."""
    alpha = Look(found, triangles, hit).values("cover", 1)[:, 0]
    return ~(alpha <= 0)


class Look:
    """What the materials of a file show at places of faces."""

    def __init__(self, found: Found, triangles: Soup, hit: Hits) -> None:
        self._found, self._soup, self._hits = found, triangles, hit
        self.finish = self._gather("finish", -1).astype(int)

    def values(self, name: str, width: int) -> np.ndarray:
        """(n, width): a value of the materials; NaN where there is none."""
        uvs = self._corners("uvs", 2)
        values = np.full((len(self.finish), width), np.nan)
        for number in np.unique(self.finish[self.finish >= 0]):
            source: Source | None = getattr(self._found.finishes[number], name)
            at = np.flatnonzero(self.finish == number)
            if source is not None and (source.picture is None or np.isfinite(uvs[at]).all()):
                values[at] = source.at(uvs[at])
        return values

    def color(self, corner: np.ndarray) -> np.ndarray:
        """(n, 3): what the materials show where corners have these colors; NaN where nothing tells."""
        if not self._found.finishes:
            return corner
        multiplied = np.array([finish.attribute for finish in self._found.finishes])[self.finish]
        multiplied &= np.isfinite(corner).all(axis=1)
        return self.values("color", 3) * np.where(multiplied[:, None], corner, 1)

    def attribute(self) -> np.ndarray:
        """(n, 3): the linear color of the corners between which a place lies; NaN where they have none."""
        return self._corners("colors", 3)

    def _gather(self, name: str, default: float) -> np.ndarray:
        """(n,): what the triangle of each place has."""
        owner, row = self._soup.owner[self._hits.triangle], self._soup.row[self._hits.triangle]
        values = np.full(len(owner), default, float)
        for number, body in enumerate(self._soup.bodies):
            if getattr(body, name) is not None:
                values[owner == number] = getattr(body, name)[row[owner == number]]
        return values

    def _corners(self, name: str, width: int) -> np.ndarray:
        """(n, width): what the corners of the triangle have, mixed."""
        owner, row = self._soup.owner[self._hits.triangle], self._soup.row[self._hits.triangle]
        values = np.full((len(owner), width), np.nan)
        for number, body in enumerate(self._soup.bodies):
            at = owner == number
            if getattr(body, name) is not None and at.any():
                mixed = np.einsum("nc,ncx->nx", self._hits.weights[at], getattr(body, name)[row[at]])
                values[at] = mixed
        return values


class Measure:
    """All that is asked of one file."""

    def __init__(self, setting: Setting, exported: Exported, kind: str, found: Found) -> None:
        self.setting, self.exported, self.kind, self.found = setting, exported, kind, found
        self.case: Case = setting.case
        expected = self.case.faces()
        self.faces, self.index = list(expected), np.array(list(expected.values()))
        shown = [body for body in found.bodies() if body.shown[0]]
        self.soup = soup(shown, 0)
        every = hits(self.faces, self.soup)
        self.hits = every.where(shows(found, self.soup, every))
        self.look = Look(found, self.soup, self.hits)
        self.shown = self.index[self.hits.face]
        """(n,): the palette index that each place should show."""

    def verdicts(self) -> dict[str, Verdict]:
        """How far each fact is kept that this file can tell."""
        return {name: fact(self) for name, (applies, fact) in FACTS.items() if applies(self.setting)}

    def allowed(self, moment: int = 0, *, hidden: bool = False) -> set[Face]:
        """The faces of which the bodies may show something."""
        faces = set(self.case.faces(moment, hidden=hidden))
        if self.setting.mode in ("fewest", "cutout"):
            for place in self.case.shapes(moment, hidden=hidden).values():
                faces |= place.buried()
        return faces

    def covers(self, moment: int, found: Hits | None = None, triangles: Soup | None = None) -> list[str]:
        """What is wrong with the bodies that are seen at a moment."""
        if triangles is None or found is None:
            triangles = soup([body for body in self.found.bodies() if body.shown[moment]], moment)
            every = hits(list(self.case.faces(moment)), triangles)
            found = every.where(shows(self.found, triangles, every))
        bare = int((found.counts == 0).any(axis=1).sum())
        twice = int((found.counts > 1).any(axis=1).sum()) if self.setting.mode != "fewest" else 0
        problems = [f"{bare} of {len(found.counts)} faces are not there"] * (bare > 0)
        return problems + [f"{twice} of {len(found.counts)} faces are there twice"] * (twice > 0)

    def nothing_else(self, moment: int = 0) -> list[str]:
        """What is seen at a moment and should not be."""
        triangles = soup([body for body in self.found.bodies() if body.shown[moment]], moment)
        count = strangers(self.found, triangles, self.allowed(moment))
        return [f"{count} of {len(triangles.positions)} triangles show what is not there"] * (count > 0)


# Shapes


def triangles_kept(measure: Measure) -> Verdict:
    """Each body has as many triangles as in Blender."""
    bodies = measure.found.bodies()
    names = measure.case.shapes()
    wanted = {name: measure.exported.triangles[name] for name in names}
    if len(bodies) == 1:
        found, total = len(bodies[0].positions), sum(wanted.values())
        return verdict([f"{found} triangles instead of {total}"] if found != total else [])
    found = sorted(len(body.positions) for body in bodies)
    extra = sorted(wanted.values())
    return verdict([f"{found} triangles instead of {extra}"] if found != extra else [])


def positions_kept(measure: Measure) -> Verdict:
    """Each face is where it was, and shows to its side; and nothing else is there."""
    problems = measure.covers(0, measure.hits, measure.soup)
    if not measure.case.animated and not has_hidden(measure.setting):
        problems += measure.nothing_else()
    return verdict(problems)


def names_kept(measure: Measure) -> Verdict:
    """Bodies have the names of objects."""
    wanted = set(measure.case.shapes())
    found = {body.name for body in measure.found.bodies() if body.shown[0]}
    if wanted <= found:
        return KEPT
    written = {_identifier(name) for name in wanted} <= {_identifier(name) for name in found}
    return Verdict(PARTLY if written else NO, f"{sorted(found)} instead of {sorted(wanted)}")


def hierarchy_kept(measure: Measure) -> Verdict:
    """Each body that is seen is below the groups in which it was."""
    nodes = measure.case.nodes
    parents = {_identifier(thing.name): thing.parent for thing in measure.found.things}
    problems = []
    for name in measure.case.shapes():
        node = next(node for node in nodes if node.name == name)
        while node.parent >= 0:
            found = parents.get(_identifier(node.name))
            if _identifier(found or "") != _identifier(nodes[node.parent].name):
                problems.append(f"{node.name} is below {found} instead of {nodes[node.parent].name}")
            node = nodes[node.parent]
    return verdict(problems)


def transforms_kept(measure: Measure) -> Verdict:
    """Each body has the origin and the rotation of its object, and no scale."""
    found = {_identifier(body.name): body.worlds[0] for body in measure.found.bodies()}
    problems = []
    for name, place in measure.case.shapes().items():
        matrix = found.get(_identifier(name))
        if matrix is None:
            return Verdict(NO, f"there is no {name}")
        turns = [place.rotation]
        if np.linalg.det(place.rotation) < 0:
            # The mesh is mirrored instead of the object.
            turns = [place.rotation @ np.diag((-1, 1, 1))]
        if np.abs(matrix[:3, 3] - place.translation * VOXEL).max() > 1e-4:
            problems.append(f"{name} is at {matrix[:3, 3].round(4).tolist()}")
        if min(np.abs(matrix[:3, :3] - turn).max() for turn in turns) > 1e-4:
            problems.append(f"{name} is turned or scaled by {matrix[:3, :3].round(4).tolist()}")
    return verdict(problems)


def instances_kept(measure: Measure) -> Verdict:
    """Objects of one model share their triangles."""
    meshes = [body.mesh for body in measure.found.bodies()]
    if len(meshes) != len(measure.case.shapes()):
        return Verdict(NO, f"{len(meshes)} bodies instead of {len(measure.case.shapes())}")
    count = len(set(meshes))
    return verdict(
        [f"{count} meshes instead of {len(measure.case.models)}"] if count > len(measure.case.models) else []
    )


def hidden_kept(measure: Measure) -> Verdict:
    """What is hidden is left out, or is in its place and hidden."""
    problems = measure.nothing_else()
    closed = soup([body for body in measure.found.bodies() if not body.shown[0]], 0)
    count = strangers(measure.found, closed, measure.allowed(hidden=True))
    return verdict(problems + [f"{count} hidden triangles are not in their place"] * (count > 0))


def frames_kept(measure: Measure) -> Verdict:
    """In the middle of each frame its models are seen in their places, and nothing else is."""
    problems = []
    for number in range(measure.case.frames):
        wrong = measure.covers(number) + measure.nothing_else(number)
        problems += [f"frame {number}: {problem}" for problem in wrong]
    return verdict(problems)


# Looks


def cutouts_kept(measure: Measure) -> Verdict:
    """Nothing is where cut-outs are clear, and materials say so."""
    finishes = [measure.found.finishes[number] for number in np.unique(measure.look.finish) if number >= 0]
    if not finishes or not any(finish.cover for finish in finishes):
        return Verdict(NO, "there is no picture")
    clear = [finish for finish in finishes if finish.cover and (finish.color.picture.pixels[..., 3] == 0).any()]
    if not clear:
        return Verdict(NO, "no picture is clear anywhere")
    return verdict([f"{one.name} shows what its picture leaves clear" for one in clear if not one.clips], PARTLY)


def colors_kept(measure: Measure) -> Verdict:
    """Each face shows its color at three places."""
    want = np.array([measure.case.color(index) for index in measure.shown.tolist()], float)
    corner = measure.look.attribute()
    told = measure.look.color(corner)
    problem = _differs(srgb(told), want)
    if not problem:
        return KEPT
    if measure.setting.store == "attribute" and not _differs(srgb(corner), want):
        return Verdict(PARTLY, f"the corners have their colors, but the material shows {problem}")
    if not _differs(srgb(srgb(told)), want):
        return Verdict(PARTLY, "numbers of linear light, where programs expect those of a screen")
    return Verdict(NO, problem)


def sharp_kept(measure: Measure) -> Verdict:
    """Images are shown with sharp texels."""
    finishes = [measure.found.finishes[number] for number in np.unique(measure.look.finish) if number >= 0]
    pictures = [finish.color.picture for finish in finishes if finish.color and finish.color.picture]
    if not pictures:
        return Verdict(NO, "there is no picture")
    return verdict(f"{picture.name} is not told to be sharp" for picture in pictures if not picture.nearest)


def pictures_kept(measure: Measure) -> Verdict:
    """There are images, and they are called .png."""
    pictures = measure.found.pictures
    if not pictures:
        return Verdict(NO, "there is no picture")
    lost = [f"{picture.name!r} is not there or no picture" for picture in pictures if np.isnan(picture.pixels).any()]
    if lost:
        return verdict(lost)
    return verdict(
        (f"{picture.name!r} is no .png" for picture in pictures if not picture.name.endswith(".png")), PARTLY
    )


def metal_kept(measure: Measure) -> Verdict:
    """Each face is as metallic as its voxel."""
    return _number_kept(measure, "metallic", 0.01)


def roughness_kept(measure: Measure) -> Verdict:
    """Each face is as rough as its voxel."""
    return _number_kept(measure, "roughness", 0.01)


def glass_kept(measure: Measure) -> Verdict:
    """Light passes where it did, and as much."""
    want = np.array([measure.case.matter_of(index).transmission for index in measure.shown.tolist()])
    got = measure.look.values("through", 1)[:, 0]
    if np.isnan(got).any():
        return Verdict(NO, "no material tells")
    if np.abs(got - want).max() <= 0.01:
        return KEPT
    same = bool(((got > 0.1) == (want > 0)).all())
    return Verdict(PARTLY if same else NO, f"{sorted(set(got.round(3).tolist()))} passes")


def emission_kept(measure: Measure) -> Verdict:
    """Faces send out their color, as strong as their voxel does, to a tenth."""
    strength = np.array([measure.case.matter_of(index).emission for index in measure.shown.tolist()])
    color = linear(np.array([measure.case.color(index) for index in measure.shown.tolist()]) / 255)
    want, got = color * strength[:, None], measure.look.values("emission", 3)
    if np.isnan(got).any():
        return Verdict(NO, "no material tells")
    glowing = strength > 0
    if (got[~glowing] > 0.004).any():
        return Verdict(NO, "what does not glow sends out light")
    if not (got[glowing].max(axis=1) > 0).all():
        return Verdict(NO, "some of what glows sends out none")
    peak = want[glowing].max(axis=1, keepdims=True)
    if (np.abs(got[glowing] - want[glowing]) <= 0.1 * peak).all():
        return KEPT
    hue = got[glowing] / got[glowing].max(axis=1, keepdims=True) - want[glowing] / peak
    ratio = got[glowing].max(axis=1) / peak[:, 0]
    why = f"{ratio.min():.3g} to {ratio.max():.3g} times as strong"
    return Verdict(PARTLY if np.abs(hue).max() <= 0.1 else NO, why)


def _number_kept(measure: Measure, name: str, tolerance: float) -> Verdict:
    want = np.array([getattr(measure.case.matter_of(index), name) for index in measure.shown.tolist()])
    got = measure.look.values(name, 1)[:, 0]
    if np.isnan(got).any():
        return Verdict(NO, "no material tells")
    wrong = np.flatnonzero(np.abs(got - want) > tolerance)
    return verdict([f"{got[wrong[0]]:.3f} instead of {want[wrong[0]]:.3f}"] if len(wrong) else [])


def _differs(got: np.ndarray, want: np.ndarray) -> str:
    """What is wrong with colors, 0 to 1, that should be those of bytes; empty if nothing is."""
    if np.isnan(got).any():
        return "no color"
    wrong = np.flatnonzero(np.abs(255 * got - want).max(axis=1) > 1)
    if not len(wrong):
        return ""
    first = (255 * got[wrong[0]]).round().astype(int).tolist()
    return f"{len(wrong)} of {len(want)} places differ, {first} instead of {want[wrong[0]].astype(int).tolist()}"


def _identifier(name: str) -> str:
    """A name of which only plain letters and digits are left, as exporters make of it what their format allows."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name)


# Which file can tell which fact


def has_hidden(setting: Setting) -> bool:
    """Whether something is hidden."""
    return setting.case.changes and not setting.case.animated


def _still(setting: Setting) -> bool:
    return not setting.case.animated


def _shown(setting: Setting) -> bool:
    return _still(setting) and not has_hidden(setting)


def _grouped(setting: Setting) -> bool:
    return _still(setting) and any(node.parent >= 0 for node in setting.case.nodes)


def _shared(setting: Setting) -> bool:
    return setting.case.name == "instances"


def _pictured(setting: Setting) -> bool:
    return setting.store in ("texture", "palette")


def _stored(store: str) -> Callable[[Setting], bool]:
    return lambda setting: setting.store == store


def _matters(*names: str) -> Callable[[Setting], bool]:
    return lambda setting: any(getattr(m, name) for m in setting.case.matter.values() for name in names)


Fact = tuple[Callable[[Setting], bool], Callable[[Measure], Verdict]]
FACTS: dict[str, Fact] = {
    "triangles": (_shown, triangles_kept),
    "positions": (lambda _setting: True, positions_kept),
    "names": (_still, names_kept),
    "hierarchy": (_grouped, hierarchy_kept),
    "transforms": (_still, transforms_kept),
    "instances": (_shared, instances_kept),
    "hidden": (has_hidden, hidden_kept),
    "frames": (lambda setting: setting.case.animated, frames_kept),
    "colors in a texture": (_stored("texture"), colors_kept),
    "colors in a palette": (_stored("palette"), colors_kept),
    "colors in an attribute": (_stored("attribute"), colors_kept),
    "colors in materials": (_stored("materials"), colors_kept),
    "pictures": (_pictured, pictures_kept),
    "sharp texels": (_pictured, sharp_kept),
    "cut-outs": (lambda setting: setting.mode == "cutout" and setting.case.name == "painted", cutouts_kept),
    "metal": (_matters("metallic"), metal_kept),
    "roughness": (_matters("metallic", "transmission"), roughness_kept),
    "emission": (_matters("emission"), emission_kept),
    "glass": (_matters("transmission"), glass_kept),
}
"""By name: which settings can tell it, and what is asked."""
