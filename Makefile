# boche: "make play", "make serve" and "make test" do all of their set-up. "make help" lists the rest.
# Paths are relative throughout: the folder's own path may hold blanks.

PYTHON_ENV = .venv/bin/python
PYTEST = $(PYTHON_ENV) -m pytest -q --dist loadscope --no-loadscope-reorder -p no:anyio
# Further arguments: of the window, ARGS="--size 4", of the server, ARGS="--port 8080", or of pytest,
# ARGS="-k perft"
ARGS =

# What "make train" learns, and for how long.
GAME = boche
HOURS = 2

# How long "make soak" goes on, about; each kind of trouble comes at least once.
MINUTES = 10

.PHONY: help play serve test test-all fast push-tests full-tests bare lint lint-scripts format soak lock train wheel wheel-check release bundle deb bench docs reference pictures clean \
	set-up set-up-serve set-up-docs set-up-lint set-up-bench

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

play: set-up ## open the table in a window
	@sh scripts/play.sh $(ARGS)

serve: set-up-serve ## let people play who are far apart
	@$(PYTHON_ENV) -m boche serve $(ARGS)

# With a Python of one's own (PYTHON_ENV=python) that has what the tests need, nothing is set up.
fast: $(if $(filter .venv/%,$(PYTHON_ENV)),set-up-lint) ## a minute of tests, after each edit: rules first; no window, browser or server
	@$(PYTEST) --tier fast -n 2 $(ARGS)

# Beside lint: types take half a minute of one core where nothing of them is kept yet.
test: set-up-lint ## all checks, and the tests that go before a push
	@$(MAKE) --no-print-directory --jobs 2 lint push-tests

push-tests:
	@$(PYTEST) --tier push -n auto $(ARGS)

test-all: set-up-lint ## all checks and all tests, as before a release
	@$(MAKE) --no-print-directory --jobs 2 lint full-tests

full-tests:
	@$(PYTEST) --tier full -n auto $(ARGS)

soak: set-up-lint ## odd input, full disks and kills at random for MINUTES=10 (or longer)
	@$(PYTHON_ENV) -m tests.soak --minutes $(MINUTES) $(ARGS)

bare: ## "make serve" and "make play" on a bare Debian 13; needs root on Debian
	@sh scripts/bare.sh

lint: lint-scripts ## style, format and types
	@$(PYTHON_ENV) -m ruff check --quiet .
	@$(PYTHON_ENV) -m ruff format --quiet --check .
	@$(PYTHON_ENV) -m mypy

lint-scripts: set-up-lint ## the same of the pages' scripts alone, in seconds
	@PATH="$$PWD/.venv/bin:$$PATH" npm --prefix scripts/javascript run --silent check

format: set-up-lint ## put the sources into the form that lint asks for
	@$(PYTHON_ENV) -m ruff check --quiet --fix .
	@$(PYTHON_ENV) -m ruff format --quiet .

lock: ## pin the newest allowed versions in requirements.lock
	@sh scripts/lock.sh

train: set-up ## learn to play GAME better in HOURS, see docs/players.md
	@$(PYTHON_ENV) -m training --game $(GAME) --hours $(HOURS) $(ARGS)

wheel: set-up-lint ## the wheel in dist/, with compiled rules for every system
	@sh scripts/wheel.sh

wheel-check: set-up-lint ## run the rules in the wheel on other systems; needs wine64, qemu-user and more
	@$(PYTHON_ENV) scripts/native/check.py $(ARGS)

release: set-up-lint ## build the archives of a release in dist/ and try them; uploads nothing
	@sh scripts/release.sh

bundle: wheel ## the program with its own Python in a folder, for Linux, in dist/; see docs/packaging.md
	@$(PYTHON_ENV) scripts/package/bundle.py $(ARGS)

deb: wheel ## the same as a Debian package in dist/
	@$(PYTHON_ENV) scripts/package/bundle.py --no-archive
	@$(PYTHON_ENV) scripts/package/deb.py

bench: set-up-bench ## the measurements in benchmarks/
	@$(PYTHON_ENV) -m benchmarks

docs: set-up-docs ## the documentation as a site in site/; open site/index.html
	@NO_MKDOCS_2_WARNING=1 $(PYTHON_ENV) -m mkdocs build $(ARGS)

reference: set-up-docs ## write docs/reference/ anew, from the docstrings
	@$(PYTHON_ENV) -m scripts.reference $(ARGS)

pictures: set-up ## draw the pictures in docs/pictures/ anew
	@$(PYTHON_ENV) scripts/pictures.py

clean: ## remove the environment, the caches, out/ and site/
	@rm -rf .venv scripts/javascript/node_modules build dist out site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

set-up:
	@sh scripts/setup.sh play

set-up-serve:
	@sh scripts/setup.sh serve

set-up-docs:
	@sh scripts/setup.sh docs

set-up-lint:
	@sh scripts/setup.sh test

set-up-bench:
	@sh scripts/setup.sh bench
