"""Set covers are smallest, and their bounds are bounds: against brute force, an integer program and known optima."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from helpers_cover import smallest_by_program, smallest_hitting
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import optimize
from trivox.core.setcover import Cover, Incidence, branch, relaxation, smallest_cover
from trivox.core.setcover.branch import greedy_cover, solve_cover
from trivox.core.setcover.reductions import reduce_cover
from trivox.core.setcover.relaxation import SCALE, exact_bound, relax

PLENTY = 100_000
LIMITS = (0, 1, 3, 20, PLENTY)


def incidence(covers: np.ndarray) -> Incidence:
    """Incidence of a (sets, elements) bool array."""
    sets, elements = np.nonzero(covers)
    return Incidence(sets, elements, *covers.shape)


def masks(covers: np.ndarray) -> tuple[int, tuple[int, ...]]:
    """All elements that are in some set, and those of each set, as bits."""
    rows = tuple(sum(1 << k for k in np.flatnonzero(row).tolist()) for row in covers)
    return sum(1 << k for k in np.flatnonzero(covers.any(axis=0)).tolist()), rows


def brute_size(covers: np.ndarray) -> int:
    """Sets of a smallest cover, by trying."""
    wanted, rows = masks(covers)
    return len(smallest_hitting(wanted, rows)) if wanted else 0


def check_cover(covers: np.ndarray, cover: Cover, optimum: int) -> None:
    """Everything that a cover says of itself."""
    coverable = covers.any(axis=0)
    assert (np.diff(cover.chosen) > 0).all()
    assert np.array_equal(covers[cover.chosen].any(axis=0), coverable)
    for number in range(len(cover.chosen)):
        others = np.delete(cover.chosen, number)
        assert not covers[others].any(axis=0)[coverable].all(), "a set can be left out"
    assert cover.lower_bound <= optimum <= len(cover.chosen)
    assert (cover.lower_bound == len(cover.chosen)) == (len(cover.unproven) == 0)
    assert len(set(cover.unproven.tolist())) == len(cover.unproven)
    assert coverable[cover.unproven].all()


@st.composite
def small_covers(draw: st.DrawFn) -> np.ndarray:
    """Draw a (sets, elements) bool array; some sets may be empty or equal, some elements without a set."""
    shape = draw(st.tuples(st.integers(1, 10), st.integers(1, 10)))
    often = draw(st.sampled_from([(True, False), (True, False, False), (True, False, False, False)]))
    return draw(hnp.arrays(bool, shape, elements=st.sampled_from(often), fill=st.nothing()))


@settings(max_examples=600)
@given(small_covers())
def test_small_covers_are_smallest(covers: np.ndarray) -> None:
    optimum = brute_size(covers)
    for limit in LIMITS:
        cover = smallest_cover(incidence(covers), limit)
        check_cover(covers, cover, optimum)
    assert cover.lower_bound == len(cover.chosen) == optimum


@settings(max_examples=200)
@given(small_covers())
def test_reductions_keep_a_smallest_cover(covers: np.ndarray) -> None:
    chosen, rest = reduce_cover(incidence(covers))
    left = np.zeros_like(covers)
    left[rest.set, rest.element] = True
    assert len(chosen) + brute_size(left) == brute_size(covers)
    assert not (left & ~covers).any()
    missing = covers.any(axis=0) & ~covers[chosen].any(axis=0)
    assert (left.any(axis=0) <= missing).all()
    inside = left[:, None] & ~left[None, :]
    some = left.any(axis=1)
    within = ~inside.any(axis=2) & some[:, None] & some[None, :] & ~np.eye(len(left), dtype=bool)
    assert not within.any(), "a set within another is left"
    columns = left.T[left.any(axis=0)]
    assert (columns.sum(axis=1) > 1).all(), "an element of only one set is left"
    assert not (~(columns[:, None] & ~columns[None, :]).any(axis=2) & ~np.eye(len(columns), dtype=bool)).any()


def drawn(seed: int) -> np.ndarray:
    """Covers of some 30 sets and 20 elements, dense or sparse; every element is in some set."""
    rng = np.random.default_rng(seed)
    shape = (rng.integers(15, 41), rng.integers(12, 36))
    covers = rng.random(shape) < rng.choice([0.1, 0.15, 0.2, 0.3])
    return covers[:, covers.any(axis=0)]


def test_larger_covers_equal_an_integer_program() -> None:
    left_to_branching = 0
    for seed in range(120):
        covers = drawn(seed)
        optimum = smallest_by_program(covers)
        for limit in LIMITS:
            cover = smallest_cover(incidence(covers), limit)
            check_cover(covers, cover, optimum)
            left_to_branching += limit == 1 and cover.lower_bound < len(cover.chosen)
        assert cover.lower_bound == len(cover.chosen) == optimum
    assert left_to_branching > 10


def steiner(points: int) -> np.ndarray:
    """Points as sets of the triples they are in; every two points are in one triple, a third of all is a fraction."""
    if points == 27:
        every = list(itertools.product(range(3), repeat=3))
        third = {p: k for k, p in enumerate(every)}
        triples = {
            tuple(sorted((third[a], third[b], third[tuple((-x - y) % 3 for x, y in zip(a, b, strict=True))])))
            for a, b in itertools.combinations(every, 2)
        }
    elif points == 15:
        triples = {tuple(sorted((a - 1, b - 1, (a ^ b) - 1))) for a, b in itertools.combinations(range(1, 16), 2)}
    else:
        bases = {7: [(0, 1, 3)], 13: [(0, 1, 4), (0, 2, 7)]}[points]
        triples = {tuple(sorted((k + t) % points for t in base)) for base in bases for k in range(points)}
    covers = np.zeros((points, len(triples)), bool)
    for number, triple in enumerate(sorted(triples)):
        covers[list(triple), number] = True
    assert (covers.astype(int) @ covers.T.astype(int) == 1 + (points - 3) // 2 * np.eye(points)).all()
    return covers


@pytest.mark.parametrize(("points", "optimum"), [(7, 3), (13, 7), (15, 7)])
def test_steiner_triples_are_branched_on(points: int, optimum: int) -> None:
    """No rule reduces them and their relaxation is a third of each set: only branching finds the optimum."""
    covers = steiner(points)
    chosen, rest = reduce_cover(incidence(covers))
    assert (len(chosen), len(rest)) == (0, covers.sum())
    for limit in LIMITS:
        cover = smallest_cover(incidence(covers), limit)
        check_cover(covers, cover, optimum)
        if limit == 1:
            assert cover.lower_bound == -(-points // 3)
    assert len(cover.chosen) == cover.lower_bound == optimum


def test_a_large_steiner_system_stays_within_its_limit() -> None:
    """To prove that 27 points need 18 takes thousands of relaxations (Fulkerson, Nemhauser, Trotter 1974)."""
    covers = steiner(27)
    cover = smallest_cover(incidence(covers), 300)
    check_cover(covers, cover, 18)
    assert cover.lower_bound == 9
    assert np.array_equal(np.sort(cover.unproven), np.arange(117))


def test_only_the_components_that_are_not_proven_are_named() -> None:
    """A system that needs branching between two that need none."""
    easy, hard = np.eye(3, dtype=bool) | np.eye(3, k=1, dtype=bool), steiner(13)
    covers = np.zeros((19, 32), bool)
    covers[:3, :3] = covers[16:, 29:] = easy
    covers[3:16, 3:29] = hard
    shuffled = np.random.default_rng(3).permutation(32)
    for limit, proven in ((1, False), (PLENTY, True)):
        cover = smallest_cover(incidence(covers[:, shuffled]), limit)
        check_cover(covers[:, shuffled], cover, 2 + 7 + 2)
        assert cover.lower_bound == (11 if proven else 2 + 5 + 2)
        named = sorted(shuffled[cover.unproven].tolist())
        assert named == ([] if proven else list(range(3, 29)))


def test_nothing_to_cover() -> None:
    nothing = np.zeros(0, np.int64)
    for sets, elements in ((0, 0), (3, 0), (0, 2), (3, 2)):
        cover = smallest_cover(Incidence(nothing, nothing, sets, elements), 5)
        assert (len(cover.chosen), cover.lower_bound, len(cover.unproven)) == (0, 0, 0)


def test_the_same_input_gives_the_same_cover() -> None:
    covers = drawn(7)
    one, two = (smallest_cover(incidence(covers), 50) for _ in range(2))
    assert np.array_equal(one.chosen, two.chosen)
    shuffled = np.random.default_rng(1).permutation(int(covers.sum()))
    sets, elements = np.nonzero(covers)
    other = smallest_cover(Incidence(sets[shuffled], elements[shuffled], *covers.shape), 50)
    assert (len(other.chosen), other.lower_bound) == (len(one.chosen), one.lower_bound)


# The parts.


@settings(max_examples=200)
@given(small_covers(), st.integers(0, 30))
def test_searches_keep_to_their_limit_and_their_word(covers: np.ndarray, limit: int) -> None:
    covers = covers[:, covers.any(axis=0)]
    covers = covers[covers.any(axis=1)]
    if not covers.size:
        return
    chosen, bound = solve_cover(incidence(covers), limit)
    optimum = brute_size(covers)
    assert covers[chosen].any(axis=0).all()
    assert bound <= optimum <= len(chosen)
    greedy = greedy_cover(incidence(covers))
    assert covers[greedy].any(axis=0).all()
    assert len(chosen) <= len(greedy)
    assert len(set(greedy.tolist())) == len(greedy)


@pytest.mark.parametrize("limit", [0, 1, 7, 40])
def test_a_limit_counts_relaxations(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = []

    def counted(part: Incidence, *rest: object) -> object:
        solved.append(part)
        return relax(part, *rest)

    monkeypatch.setattr(branch, "relax", counted)
    solve_cover(incidence(steiner(27)), limit)
    assert len(solved) == limit


@pytest.mark.parametrize("limit", [1, 7, 40])
def test_a_search_reports_the_share_of_its_limit(limit: int) -> None:
    said: list[float] = []
    solve_cover(incidence(steiner(27)), limit, said.append)
    assert said == sorted(said) and said[-1] <= 1
    done = [limit * share for share in said if abs(limit * share - round(limit * share)) < 1e-6]
    assert np.allclose(done, np.arange(limit))


def test_a_long_relaxation_reports_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    table = (27 + 1) * (117 + 1)
    seen = []
    for steps_each in (1, 5):
        monkeypatch.setattr(relaxation, "_CELLS", steps_each * table)
        said: list[float] = []
        relax(incidence(steiner(27)), 200, said.append)
        assert said == [step / 200 for step in range(0, 200, steps_each)][: len(said)]
        seen.append(len(said))
    assert seen[0] > 30 and seen[1] == -(-seen[0] // 5)
    said.clear()
    solve_cover(incidence(steiner(27)), 2, said.append)
    assert all(later > sooner for sooner, later in itertools.pairwise(said))
    assert len([share for share in said if 0 < share < 0.5]) > 5


def test_every_component_is_reported() -> None:
    hard = steiner(7)
    covers = np.kron(np.eye(20, dtype=bool), hard)
    said: list[float] = []
    smallest_cover(incidence(covers), 0, said.append)
    assert said == sorted(said)
    assert {0.5 + number / 40 for number in range(20)} <= set(said)
    searched: list[float] = []
    smallest_cover(incidence(covers), 5, searched.append)
    assert searched == sorted(searched) and len(searched) >= len(said) + 20


@pytest.mark.parametrize("seed", range(20))
def test_relaxations_equal_a_linear_program(seed: int) -> None:
    covers = drawn(seed)
    covers = covers[covers.any(axis=1)]
    sets, elements = covers.shape
    price, share = relax(incidence(covers), 50 * elements)
    solved = optimize.linprog(np.ones(sets), -covers.T.astype(float), -np.ones(elements), bounds=(0, None))
    bound, reduced_cost = exact_bound(incidence(covers), price)
    assert abs(bound / SCALE - solved.fun) < 1e-3
    assert abs(share.sum() - solved.fun) < 1e-3
    assert (covers.T @ share > 1 - 1e-6).all()
    assert (reduced_cost > -SCALE / 1000).all()


@settings(max_examples=200)
@given(small_covers(), st.integers(0, 99))
def test_any_prices_give_a_bound(covers: np.ndarray, seed: int) -> None:
    covers = covers[:, covers.any(axis=0)]
    if not covers.size:
        return
    rng = np.random.default_rng(seed)
    price = rng.integers(0, SCALE, covers.shape[1]) // rng.integers(1, 4)
    bound, reduced_cost = exact_bound(incidence(covers), price)
    assert bound <= brute_size(covers) * SCALE
    for number in range(len(covers)):
        with_it = 1 + brute_size(covers[:, ~covers[number]])
        assert bound + reduced_cost[number] <= with_it * SCALE


@pytest.mark.parametrize("steps", [0, 1, 2, 5])
def test_a_relaxation_cut_short_still_gives_a_bound(steps: int) -> None:
    for seed in range(10):
        covers = drawn(seed)
        covers = covers[covers.any(axis=1)]
        price, _ = relax(incidence(covers), steps)
        assert (price >= 0).all()
        assert exact_bound(incidence(covers), price)[0] <= smallest_by_program(covers) * SCALE
