"""MagicaVoxel's materials as numbers for a renderer."""

import numpy as np
import pytest
from trivox.core.voxels import Look, Material


def shading(materials):
    return Look(np.zeros((256, 4), np.uint8), tuple(materials)).shading


def of(material):
    table = shading([Material(), material, *[Material()] * 254])
    names = ("metallic", "roughness", "emission", "transmission", "ior")
    return {name: float(getattr(table, name)[1]) for name in names}


def test_a_diffuse_material_is_at_rest_whatever_values_it_carries():
    diffuse = Material(kind="diffuse", metallic=0.7, roughness=0.2, emission=0.9, flux=2, transparency=0.5)
    assert of(diffuse) == {**of(Material()), "ior": pytest.approx(1.3)}


def test_each_kind_uses_its_own_values():
    values = {"metallic": 0.7, "roughness": 0.2, "emission": 0.5, "flux": 2.0, "transparency": 0.6, "ior": 1.5}
    metal, glass, emit, blend = (of(Material(kind=kind, **values)) for kind in ("metal", "glass", "emit", "blend"))
    assert metal["metallic"] == pytest.approx(0.7) and metal["roughness"] == pytest.approx(0.2)
    assert metal["transmission"] == 0 and metal["emission"] == 0
    assert glass["transmission"] == pytest.approx(0.6) and glass["ior"] == 1.5 and glass["metallic"] == 0
    assert emit["emission"] == pytest.approx(50) and emit["roughness"] == 1
    assert blend["metallic"] == pytest.approx(0.7) and blend["transmission"] == pytest.approx(0.6)


def test_emission_grows_tenfold_with_each_step_of_power():
    strengths = [of(Material(kind="emit", emission=1.0, flux=flux))["emission"] for flux in range(5)]
    assert strengths == pytest.approx([1, 10, 100, 1000, 10000])


@pytest.mark.parametrize("wild", [-5.0, 1e30, 2.0])
def test_values_stay_in_range(wild):
    for kind in ("diffuse", "metal", "glass", "emit", "blend", "media"):
        row = of(Material(kind=kind, metallic=wild, roughness=wild, transparency=wild, density=wild, ior=wild))
        assert 0 <= row["metallic"] <= 1 and 0 <= row["roughness"] <= 1 and 0 <= row["transmission"] <= 1
        assert row["ior"] >= 1 and all(np.isfinite(value) for value in row.values())
