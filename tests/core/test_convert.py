"""Files become files of another format: executors, lost workers, options and failures."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from trivox.core.convert import ConvertOptions, convert_files
from trivox.core.formats.tvx import read_tvx


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three models, one of them broken."""
    for name, seed in (("one", 1), ("two", 2)):
        grid = np.random.default_rng(seed).integers(0, 3, (6, 5, 4)).astype(np.uint8)
        (tmp_path / f"{name}.vox").write_bytes(hv.vox(hv.dense_model(grid), hv.rgba(hv.colors())))
    (tmp_path / "broken.vox").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_does(folder: Path, pool: type) -> None:
    files = [(str(folder / f"{name}.vox"), str(folder / f"{name}.tvx")) for name in ("one", "broken", "two")]
    seen: list[int] = []
    with pool(2) as executor:
        results = convert_files(files, None, executor, lambda result, done: seen.append(done))
    assert seen == [1, 2, 3] and [result.error is None for result in results] == [True, False, True]
    assert results == convert_files(files, ConvertOptions())


def test_dask(folder: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    files = [(str(folder / f"{name}.vox"), str(folder / f"{name}.tvx")) for name in ("one", "broken", "two")]
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        results = convert_files(files, None, client.get_executor())
    assert results == convert_files(files)
    assert read_tvx(files[0][1]).triangle_count == results[0].triangles > 0


def test_a_lost_worker_costs_its_files_only(folder: Path) -> None:
    class Lossy(ThreadPoolExecutor):
        def submit(self, function, *arguments, **named):  # type: ignore[no-untyped-def]
            if "one" in arguments[0]:
                return super().submit(os.stat, "/no such file")
            return super().submit(function, *arguments, **named)

    files = [(str(folder / f"{name}.vox"), str(folder / f"{name}.tvx")) for name in ("one", "two")]
    with Lossy() as executor:
        one, two = convert_files(files, None, executor)
    assert one.error is not None and one.error.startswith("the worker failed") and two.error is None
