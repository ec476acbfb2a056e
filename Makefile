# make play and make test need nothing but Python 3.11+, make and PyPI.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# tests run in parallel, so linear algebra should not start its own threads
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

.PHONY: setup setup-deep peers play test test-quick test-slow coverage lint bench docs clean

setup: $(READY)

$(READY): pyproject.toml
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web,plot,dev]'
	@touch $(READY)

setup-deep: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0

# other systems that learn from their own games, to be measured beside ours: fourfold bench self-play --peers
peers:
	@test -d .venv-peers || $(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check \
		open_spiel==2.0.2 pgx==2.6.0 mctx==0.0.71 jax==0.10.2 flax==0.12.8 "numpy<2.3" tqdm

FIRST := runs/first-player

# trains a player while you watch, plays it against an untrained one, and opens the page; Ctrl-C ends it
play: setup
	@rm -rf $(FIRST)
	$(BIN)/fourfold train nhb connect_four --nets 2 --out $(FIRST)
	$(BIN)/fourfold match alphabeta:nodes=500,eval=$(FIRST) alphabeta:nodes=500,eval=untrained \
		--game connect_four --games 200 --openings none
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/fourfold serve --open --port 0 \
		--at "game=connect_four&player=run:$(notdir $(FIRST))"; \
		else $(BIN)/fourfold play connect_four --player alphabeta:eval=$(FIRST),nodes=20000 --demo; fi

test: lint
	$(ONE_THREAD) $(BIN)/python -m pytest -m "not slow" -n 2

# what one runs while working: a minute or so once kernels are compiled
test-quick: setup
	$(ONE_THREAD) $(BIN)/python -m pytest -m "not slow and not long" -n 2 -q

test-slow: setup
	$(ONE_THREAD) $(BIN)/python -m pytest -n 2

# compiled functions are counted where tests run them as plain Python
coverage: setup
	rm -f .coverage .coverage.*
	$(ONE_THREAD) $(BIN)/python -m coverage run -m pytest -m "not slow" -n 2 -q
	$(BIN)/python -m coverage combine -q
	$(BIN)/python -m coverage report

# the modules that define what the package exports
EXPORTING := $(BIN)/python -c "from fourfold import _HOMES; \
	print(*sorted({f'fourfold/{home[0].replace(chr(46), chr(47))}.py' for home in _HOMES.values()}))"

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --strict --follow-imports=silent fourfold/__init__.py $$($(EXPORTING))

bench: setup
	$(BIN)/fourfold bench --peers

docs: setup
	$(BIN)/python docs/generate.py

clean:
	rm -rf $(VENV) .venv-peers .pytest_cache .ruff_cache .mypy_cache
