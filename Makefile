# `make play` needs Python 3.11 or newer and nothing else. Everything else makes its own environment
# from uv.lock; uv itself is fetched into .uv/, by hash, where there is none of the pinned version.
PYTHON ?= python3
PINNED := $(shell sed -n 's/^uv==\([^ ]*\).*/\1/p' tools/uv.txt)
FOUND := $(word 2,$(shell uv --version 2>/dev/null))
UV := $(if $(filter $(PINNED),$(FOUND)),$(shell command -v uv),.uv/bin/uv)
RUN := $(UV) run --locked --
WITH_SITE := $(UV) run --locked --group site --
BUILD := $(UV) run --quiet --locked --no-default-groups --group site --
NPM := $(shell command -v npm)

.DEFAULT_GOAL := help
.PHONY: help play fullscreen serve site serve-site bundle test environment lint types page tests prove bundled-tests lowest new-game-suite integrations coverage game renew checker release clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.* ## /make \1@/p' Makefile | while IFS=@ read -r name words; do printf '%-15s %s\n' "$$name" "$$words"; done

play: ## play in this terminal; make play ARGS="saved list" is lastdigit saved list
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Last Digit needs Python 3.11 or newer: make play PYTHON=python3.11"; exit 1; }
	@$(if $(filter --full-screen,$(ARGS)),$(MAKE) --no-print-directory fullscreen,PYTHONPATH=src $(PYTHON) -m lastdigit $(ARGS))

# The full screen needs a package, from the lock, in an environment of its own.
fullscreen: $(UV)
	@UV_PROJECT_ENVIRONMENT=.tui $(UV) run --quiet --locked --no-dev --extra tui -- lastdigit $(ARGS)

# The page needs a few packages, from the lock, in an environment of its own.
serve: $(UV) ## play in a browser, alone or with somebody far away
	@UV_PROJECT_ENVIRONMENT=.serve $(UV) run --quiet --locked --no-dev --extra web -- lastdigit serve $(ARGS)

# Python for the browser comes from npm, and wheels from uv.lock, all by hash.
site: export UV_PROJECT_ENVIRONMENT := .build
site: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## build the static site and the documentation in dist/site
	$(BUILD) python -m tools.site dist/site
	$(BUILD) python -m tools.documentation dist/site/docs

# Built again if a source has changed.
dist/site/docs/index.html: $(wildcard $(shell git ls-files src docs tools 2>/dev/null))
	@$(MAKE) --no-print-directory site

serve-site: dist/site/docs/index.html ## serve dist/site on this machine
	@$(PYTHON) dist/site/serve.py $(ARGS)

# Only to try it or to build a wheel by hand: a server from a clone uses it until a module changes.
bundle: $(if $(NPM),node_modules/.package-lock.json) ## bundle the page's scripts, as make release and make site do
	node tools/bundle.mjs

# mypy uses one core, so it runs beside the tests.
test: environment lint page ## format, lint, types, the page's JavaScript and all tests
	@$(MAKE) --no-print-directory --jobs=2 types tests

# Dependencies are compiled here: otherwise every test worker compiles them when it imports them.
environment: $(UV)
	$(UV) sync --locked --quiet --compile-bytecode

lint: $(UV)
	$(RUN) ruff format --check .
	$(RUN) ruff check .

types: $(UV)
	$(RUN) mypy

# Types want npm; unit tests want any node, and where there is none Playwright's package has one.
DRIVER := import pathlib, playwright; print(pathlib.Path(playwright.__file__).parent / "driver" / "node")
page: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## the page's JavaScript: types, unit tests
	$(if $(NPM),node_modules/.bin/tsc --project .,@echo "skipped: the page's types; TypeScript comes by npm, and there is no npm here")
	@node=$$(command -v node || $(RUN) python -c '$(DRIVER)') && "$$node" --test tests/web/static/*.test.js tests/web/site/*.test.js

node_modules/.package-lock.json: package-lock.json
	$(NPM) ci --silent --no-audit --no-fund
	@touch $@

# Hundreds of processes are started: what they import is compiled once, whatever the machine says.
tests prove bundled-tests lowest coverage: export PYTHONDONTWRITEBYTECODE :=
# One worker more than cores, because many tests wait: for a server to start, for somebody to be away.
WORKERS := -n 4 --dist worksteal
tests: $(UV)
	$(RUN) pytest $(WORKERS) $(PYTEST)

prove: $(UV) ## what make test has only a sample of, at full size
	@$(MAKE) --no-print-directory lowest
	@$(MAKE) --no-print-directory new-game-suite
	@$(MAKE) --no-print-directory bundled-tests
	LASTDIGIT_PROVE=1 $(WITH_SITE) pytest $(WORKERS) -m "prove or sized" --timeout 1800 $(PYTEST)

# Journeys through every page. All other browser tests run on the modules only.
JOURNEYS := access addresses class daily home learn maps match pictures scripts stats watch
bundled-tests: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## browser tests on the bundled page instead of its modules
	LASTDIGIT_BUNDLED=1 $(RUN) pytest $(WORKERS) $(JOURNEYS:%=tests/web/static/test_%.py) $(PYTEST)

# CONTRIBUTING.md promises that a game from the template passes at once.
new-game-suite: $(UV) ## add a game to a copy of the repository and run all tests there
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && git clone --quiet . "$$copy" && \
	git diff HEAD --binary | git -C "$$copy" apply --allow-empty && cd "$$copy" && \
	export UV_PROJECT_ENVIRONMENT="$$copy/.venv" && \
	$(MAKE) --no-print-directory UV=$(abspath $(UV)) game NAME=bead-race && \
	$(MAKE) --no-print-directory UV=$(abspath $(UV)) lint types tests

# Hashes and versions: uv pip compile --resolution lowest-direct (the head of tools/lowest.txt).
lowest: $(UV) ## test the extras with the lowest versions that pyproject.toml allows
	UV_PROJECT_ENVIRONMENT=.lowest $(UV) sync --quiet --locked --only-group test
	$(UV) pip install --quiet --python .lowest --require-hashes -r tools/lowest.txt
	$(UV) pip install --quiet --python .lowest --no-deps --editable .
	.lowest/bin/pytest $(WORKERS) -W default tests/rl tests/test_mcp.py tests/batch tests/executors tests/storage tests/tui \
		tests/exam/test_dataset.py tests/web/api tests/web/test_protocols.py tests/web/test_live.py tests/web/test_serving.py

# Each is a package with its own lock, so that its dependencies are not in ours. A folder without
# pyproject.toml has a script only: integrations/sb3 needs PyTorch, which is too large for CI.
integrations: $(UV) ## types and tests of the packages for gg-bench, Inspect, lm-eval and verifiers
	@for folder in $(dir $(wildcard integrations/*/pyproject.toml)); do \
		echo "$$folder" && (cd $$folder && $(abspath $(UV)) sync --locked --quiet && \
		.venv/bin/mypy && .venv/bin/pytest -q) || exit 1; \
	done

coverage: $(UV) ## which branches the tests of make test take; below 95 % it fails
	rm -rf .coverage
	$(RUN) coverage run -m pytest $(WORKERS) $(PYTEST)
	$(RUN) coverage combine --quiet
	$(RUN) coverage report --show-missing

game: $(UV) ## begin a new game here: make game NAME=its-name
	$(RUN) lastdigit dev new-game $(NAME)

renew: $(UV) ## regenerate the pages and pictures made from the games; GAME=digit-duel for one
	$(RUN) python -m tests.renew $(GAME)

checker: $(UV) ## write the stand-alone checker of proofs to dist/check_certificate.py
	@mkdir -p dist
	@$(RUN) lastdigit certify --checker > dist/.checker && mv dist/.checker dist/check_certificate.py

release: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## make release VERSION=1.2.3 tags and builds it, or says what is missing
	@$(UV) run --frozen --quiet -- python tools/release.py $(VERSION)

.uv/bin/uv: tools/uv.txt
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tools/uv.txt
	@touch $@

clean: ## remove everything that make has built
	rm -rf .venv .build .lowest .serve .tui integrations/*/.venv .uv dist .site .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage node_modules src/lastdigit/web/static/bundle
