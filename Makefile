# Every target does its own set-up. The work is in tools/, in Python, so that it can be called without make too.

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
VENV := .venv/Scripts/python.exe
else
VENV := .venv/bin/python
endif

.PHONY: help setup demo test test-all build viewer bench bench-scene bench-size bench-cracks bench-bleeding fuzz pictures lint format clean

help:
	@echo "make demo [VOX=file.vox]  import a model in Blender, print its counts, render it (build/demo/)"
	@echo "make test                 run the tests with the Blender module of this Python"
	@echo "make test-all             run them with Blender 4.2, 4.5, 5.0 and 5.2 (Python 3.11 and 3.13)"
	@echo "make build                build the extension (dist/)"
	@echo "make viewer               write the viewer as one page that needs no server (dist/viewer.html)"
	@echo "make bench                measure time and memory (build/bench/)"
	@echo "make bench-scene          measure scenes of many models and a large world"
	@echo "make bench-size           compare the sizes of .tvx, .glb, .obj and .vox (build/bench/)"
	@echo "make bench-cracks         count background that shows between faces, in each mode (docs/cracks.md)"
	@echo "make bench-bleeding       count pixels that show texels of other places (build/bleeding/)"
	@echo "make fuzz [COUNT=10000]   read and mesh that many damaged files"
	@echo "make pictures             draw exported files in three.js and Godot beside Blender (build/pictures/)"
	@echo "make lint                 check style and types"
	@echo "make format               apply the style"
	@echo "make clean                remove all that the other targets made"

setup:
	@$(PYTHON) tools/environment.py

demo: setup
	$(VENV) tools/demo.py $(if $(VOX),"$(VOX)")

test: setup
	$(VENV) -m pytest

test-all: setup
	$(VENV) tools/test_all.py

build: setup
	$(VENV) tools/build_extension.py

viewer: setup
	$(VENV) tools/viewer_page.py

bench: setup
	$(VENV) tools/bench.py

bench-scene: setup
	$(VENV) tools/bench_scene.py

bench-size: setup
	$(VENV) tools/bench_size.py

bench-cracks: setup
	$(VENV) tools/bench_cracks.py

bench-bleeding: setup
	$(VENV) tools/bench_bleeding.py

fuzz: setup
	$(VENV) tools/fuzz.py $(COUNT)

pictures: setup
	$(VENV) tools/engine_pictures.py

lint: setup
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(VENV) -m mypy

format: setup
	$(VENV) -m ruff check --fix .
	$(VENV) -m ruff format .

clean:
	$(PYTHON) tools/clean.py
