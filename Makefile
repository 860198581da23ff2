# `make play` needs Python 3.11 or newer and nothing else; `make play ARGS="list"` is `lastdigit list`.
# `make serve` (the same in a browser), `make test` and `make prove` (what `make test` has only a sample of,
# at full size) make their own environments from uv.lock; uv is fetched into .uv/ where there is none.
PYTHON ?= python3
UV_VERSION := 0.13.7
UV := $(or $(shell command -v uv 2>/dev/null),.uv/bin/uv)
RUN := $(UV) run --locked --

.PHONY: play serve test lint types tests prove clean

play:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Last Digit needs Python 3.11 or newer: make play PYTHON=python3.11"; exit 1; }
	@PYTHONPATH=src $(PYTHON) -m lastdigit $(ARGS)

# The page needs a few packages, from the lock, in an environment of its own.
serve: $(UV)
	@UV_PROJECT_ENVIRONMENT=.serve $(UV) run --quiet --locked --no-dev --extra web -- lastdigit serve $(ARGS)

test: lint types tests

lint: $(UV)
	$(RUN) ruff format --check .
	$(RUN) ruff check .

types: $(UV)
	$(RUN) mypy

tests: $(UV)
	$(RUN) pytest -n 2 $(PYTEST)

prove: $(UV)
	LASTDIGIT_PROVE=1 $(RUN) pytest -n 2 -m "prove or sized" $(PYTEST)

.uv/bin/uv:
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

clean:
	rm -rf .venv .serve .uv dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
