# `make play` needs only Python 3.11 or newer. All other targets create their environments from
# uv.lock. If the pinned version of uv is not installed, it is downloaded into .uv/ and checked by hash.
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

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.* ## /make \1@/p' Makefile | while IFS=@ read -r name words; do printf '%-19s %s\n' "$$name" "$$words"; done

play: ## play in this terminal; ARGS="saved list" runs lastdigit saved list
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Last Digit needs Python 3.11 or newer: make play PYTHON=python3.11"; exit 1; }
	@$(if $(filter --full-screen,$(ARGS)),$(MAKE) --no-print-directory fullscreen,PYTHONPATH=src $(PYTHON) -m lastdigit $(ARGS))

# The full screen needs Textual, which has its own environment.
fullscreen: $(UV)
	@UV_PROJECT_ENVIRONMENT=.tui $(UV) run --quiet --locked --no-dev --extra tui -- lastdigit $(ARGS)

# The page needs a few packages, which have their own environment.
serve: $(UV) ## play in a browser, alone or with a friend
	@UV_PROJECT_ENVIRONMENT=.serve $(UV) run --quiet --locked --no-dev --extra web -- lastdigit serve $(ARGS)

# Pyodide comes from npm and the wheels from uv.lock, all checked by hash.
site: export UV_PROJECT_ENVIRONMENT := .build
site: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## build the static site and the documentation in dist/site
	$(BUILD) python -m tools.site dist/site
	$(BUILD) python -m tools.documentation dist/site/docs

# Rebuilt if a source has changed.
dist/site/docs/index.html: $(wildcard $(shell git ls-files src docs tools 2>/dev/null))
	@$(MAKE) --no-print-directory site

serve-site: dist/site/docs/index.html ## build the static site if needed, and serve it
	@$(PYTHON) dist/site/serve.py $(ARGS)

# Needed only to try the bundle or to build a wheel by hand. A server in a clone uses the bundle until
# a module changes.
bundle: $(if $(NPM),node_modules/.package-lock.json) ## bundle the page's scripts, as `make release` and `make site` do
	node tools/bundle.mjs

# mypy uses one core, so it runs beside the tests.
test: environment lint page ## check format, lint and types, and run all tests
	@$(MAKE) --no-print-directory --jobs=2 types tests

# Dependencies are compiled here: otherwise every test worker compiles them when it imports them.
environment: $(UV)
	$(UV) sync --locked --quiet --compile-bytecode

lint: $(UV)
	$(RUN) ruff format --check .
	$(RUN) ruff check .

types: $(UV)
	$(RUN) mypy

# The type checker needs npm. The unit tests need any Node.js; if there is none, Playwright's is used.
DRIVER := import pathlib, playwright; print(pathlib.Path(playwright.__file__).parent / "driver" / "node")
page: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## check the types of the page's JavaScript, and run its unit tests
	$(if $(NPM),node_modules/.bin/tsc --project .,@echo "skipped: the types of the page's JavaScript, because npm is not installed")
	@node=$$(command -v node || $(RUN) python -c '$(DRIVER)') && "$$node" --test tests/web/static/*.test.js tests/web/site/*.test.js

node_modules/.package-lock.json: package-lock.json
	$(NPM) ci --silent --no-audit --no-fund
	@touch $@

# The tests start hundreds of processes. Compile what they import once, even if the environment says
# otherwise.
tests prove bundled-tests lowest coverage: export PYTHONDONTWRITEBYTECODE :=
# More workers than cores, because many tests wait for a server or a browser.
WORKERS := -n 4 --dist worksteal
tests: $(UV)
	$(RUN) pytest $(WORKERS) $(PYTEST)

prove: $(UV) ## run the long tests, of which `make test` runs only a sample
	@$(MAKE) --no-print-directory lowest
	@$(MAKE) --no-print-directory new-game-suite
	@$(MAKE) --no-print-directory bundled-tests
	LASTDIGIT_PROVE=1 $(WITH_SITE) pytest $(WORKERS) -m "prove or sized" --timeout 1800 $(PYTEST)

# Journeys through every page. All other browser tests run on the modules only.
JOURNEYS := access addresses class daily home learn maps match pictures scripts stats watch
bundled-tests: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## run browser tests on the bundled page instead of its modules
	LASTDIGIT_BUNDLED=1 $(RUN) pytest $(WORKERS) $(JOURNEYS:%=tests/web/static/test_%.py) $(PYTEST)

# CONTRIBUTING.md promises that a game from the template passes at once.
new-game-suite: $(UV) ## add a game to a copy of the repository and run all tests there
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && git clone --quiet . "$$copy" && \
	git diff HEAD --binary | git -C "$$copy" apply --allow-empty && cd "$$copy" && \
	export UV_PROJECT_ENVIRONMENT="$$copy/.venv" && \
	$(MAKE) --no-print-directory UV=$(abspath $(UV)) game NAME=bead-race && \
	$(MAKE) --no-print-directory UV=$(abspath $(UV)) lint types tests

# The first lines of tools/lowest.txt have the command that generates it.
lowest: $(UV) ## test the extras with the lowest versions that pyproject.toml allows
	UV_PROJECT_ENVIRONMENT=.lowest $(UV) sync --quiet --locked --only-group test
	$(UV) pip install --quiet --python .lowest --require-hashes -r tools/lowest.txt
	$(UV) pip install --quiet --python .lowest --no-deps --editable .
	.lowest/bin/pytest $(WORKERS) -W default tests/rl tests/test_mcp.py tests/batch tests/executors tests/storage tests/tui \
		tests/exam/test_dataset.py tests/web/api tests/web/test_protocols.py tests/web/test_live.py tests/web/test_serving.py

# Each is a package with its own lock file, so that its dependencies are not in ours. Folders without
# pyproject.toml are skipped: integrations/sb3 needs PyTorch, which is too large for CI.
integrations: $(UV) ## check types and run tests of the packages in integrations/
	@for folder in $(dir $(wildcard integrations/*/pyproject.toml)); do \
		echo "$$folder" && (cd $$folder && $(abspath $(UV)) sync --locked --quiet && \
		.venv/bin/mypy && .venv/bin/pytest -q) || exit 1; \
	done

coverage: $(UV) ## list the branches that no test takes; fails below 95 %
	rm -rf .coverage
	$(RUN) coverage run -m pytest $(WORKERS) $(PYTEST)
	$(RUN) coverage combine --quiet
	$(RUN) coverage report --show-missing

game: $(UV) ## start a new game: make game NAME=its-name
	$(RUN) lastdigit dev new-game $(NAME)

renew: $(UV) ## regenerate the pages and pictures made from the games; GAME=digit-duel for one game
	$(RUN) python -m tests.renew $(GAME)

checker: $(UV) ## write the stand-alone proof checker to dist/check_certificate.py
	@mkdir -p dist
	@$(RUN) lastdigit certify --checker > dist/.checker && mv dist/.checker dist/check_certificate.py

release: $(UV) $(if $(NPM),node_modules/.package-lock.json) ## test, build and tag a release: make release VERSION=1.2.3
	@$(UV) run --frozen --quiet -- python tools/release.py $(VERSION)

.uv/bin/uv: tools/uv.txt
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tools/uv.txt
	@touch $@

clean: ## remove everything that make has built
	rm -rf .venv .build .lowest .serve .tui integrations/*/.venv .uv dist .site .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage node_modules src/lastdigit/web/static/bundle
