# Everything a person or a build does here. `make help` lists it.
# Needs Python 3.11 or newer; `make PYTHON=/path/to/python setup` picks one. Uses uv when it is on PATH.

VENV := .venv
BENCH := $(VENV)/bench
PY := $(VENV)/bin/python
NODE_READY := tests/typescript/node_modules/.ready
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(shell for p in $(CANDIDATES); do $$p -c '$(NEW_ENOUGH)' 2>/dev/null && { echo $$p; exit; }; done; echo python3)
UV := $(shell command -v uv 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all check golden docs pictures dist attacks bazel programs histories fuzz bench clean
.DELETE_ON_ERROR:

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.dev  ## Make the virtual environment with everything for working on toolc

demo: $(VENV)/.runtime  ## Compile the example monorepo and show what comes out
	@$(PY) tests/demo.py

test: $(VENV)/.dev node  ## Run all tests, those with a long form in their short one
	$(PY) -m pytest --numprocesses=auto --dist=worksteal

test-all: $(VENV)/.dev node  ## Run the long forms of tests: as many random and real inputs as there are
	TOOLC_ALL=1 $(PY) -m pytest --numprocesses=auto --dist=worksteal -m long

check: $(VENV)/.dev  ## Lint, types, direction of imports
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

golden: $(VENV)/.dev  ## Write the expected outputs of all fixtures anew; review the diff
	TOOLC_GOLDEN=1 $(PY) -m pytest tests/test_fixtures.py tests/test_code_fixtures.py
	$(PY) docs/assemble.py write

docs: $(VENV)/.dev  ## Build the site of docs/ into build/docs/site, without a network
	$(PY) docs/assemble.py build build/docs

pictures: $(VENV)/.dev  ## Draw the pictures of terminals in docs/pictures anew
	$(PY) docs/draw.py

dist: $(VENV)/.dev  ## Build wheel and sdist into dist/, the same bytes everywhere, and check them
	$(PY) tests/dist.py dist

attacks: $(VENV)/.dev  ## Run every attack there is on toolc, many more than the tests do: a quarter of an hour
	TOOLC_ATTACKS=1 $(PY) -m pytest tests/attacks tests/read/test_real_files.py tests/write/test_interrupted.py tests/workers

bazel: $(VENV)/.dev  ## Build the example monorepo with Bazel and toolc's rule for it (Debian: apt install bazel-bootstrap)
	TOOLC_BAZEL=1 $(PY) -m pytest tests/bazel

programs: $(VENV)/.dev  ## Run toolc as pre-commit and the action for GitHub do, installed from here
	TOOLC_PROGRAMS=1 $(PY) -m pytest tests/cli/test_programs.py tests/docs/test_start.py tests/docs/test_readme.py

histories: $(VENV)/.dev  ## Play 5,000 random histories of repositories, and compare as many parts with the whole: half an hour
	TOOLC_HISTORIES=$${TOOLC_HISTORIES:-5000} $(PY) -m pytest --numprocesses=auto tests/test_histories.py

fuzz: $(VENV)/.dev  ## Look for inputs that toolc cannot take, for ten minutes; what is found is in .fuzz
	TOOLC_FUZZ=$${TOOLC_FUZZ:-600} $(PY) -m pytest tests/fuzz

bench: $(VENV)/.dev node  ## Measure a large tree, real packages, types, clients, calls and start-up, beside other programs and libraries
	$(PY) tests/bench/tree.py
	$(PY) tests/bench/builds.py
	$(PY) tests/bench/watch.py
	$(PY) tests/bench/growth.py
	$(PY) tests/bench/types.py
	$(PY) tests/bench/guard.py
	$(PY) tests/bench/scan.py
	$(PY) tests/bench/real.py
	$(PY) tests/bench/typed_calls.py
	@if command -v npm >/dev/null 2>&1; then \
	  (cd tests/bench/clients && npm ci --silent --ignore-scripts --no-audit --no-fund) && $(PY) tests/bench/clients.py && $(PY) tests/bench/idioms.py && $(PY) tests/bench/languages.py; \
	else echo "Node is missing: other generators of clients cannot be measured"; fi
	@$(MAKE) --no-print-directory $(BENCH)/.ready || echo "Other libraries could not be installed: measured beside those that are here"
	@python=$(PY); test ! -f $(BENCH)/.ready || python=$(BENCH)/bin/python; \
	  $$python tests/bench/calls.py && $$python tests/bench/startup.py && $$python tests/bench/single.py

clean:  ## Remove everything that was made here
	rm -rf $(VENV) build dist compiler/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .fuzz .import_linter_cache .work/rust \
	  tests/typescript/node_modules tests/bench/clients/node_modules
	find compiler templates tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what the above need ----------------------------------------------------------------------------------------------

$(VENV)/.runtime: pyproject.toml
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { \
	  echo "toolc needs Python 3.11 or newer; '$(PYTHON)' is not. Name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
ifeq ($(UV),)
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@test -x $(PY) && $(PY) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(PY) -m pip install -q --disable-pip-version-check -e .
else
	@test -x $(PY) || uv venv -q --python "$$(command -v $(PYTHON))" $(VENV)
	uv pip install -q --compile-bytecode --python $(PY) -e .
endif
	@$(PY) -m compileall -q compiler templates  # what installs packages does it too; not every shell lets Python itself do it
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime
ifeq ($(UV),)
	$(PY) -m pip install -q --disable-pip-version-check --upgrade "pip>=25.1"  # the first that knows dependency groups
	$(PY) -m pip install -q --group dev
else
	uv pip install -q --python $(PY) --group dev
endif
	@touch $@

# Apart from the rest: no test and no run of toolc should find these libraries.
$(BENCH)/.ready: pyproject.toml
ifeq ($(UV),)
	$(PY) -m venv --clear $(BENCH)
	$(BENCH)/bin/python -m pip install -q --disable-pip-version-check --upgrade "pip>=25.1"
	$(BENCH)/bin/python -m pip install -q -e . --group bench
else
	uv venv -q --allow-existing --python $(PY) $(BENCH)
	uv pip install -q --python $(BENCH)/bin/python -e . --group bench
endif
	@touch $@

.PHONY: node
node:
	@if [ ! -f tests/typescript/package-lock.json ]; then :; \
	elif command -v npm >/dev/null 2>&1; then $(MAKE) --no-print-directory $(NODE_READY); \
	elif [ -n "$$CI" ]; then echo "Node is missing: the TypeScript outputs cannot be compiled"; exit 1; \
	else echo "Node is missing: the TypeScript outputs are not compiled (everything else is tested)"; fi

$(NODE_READY): tests/typescript/package-lock.json
	cd tests/typescript && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@
