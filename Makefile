# Kiebitz from a fresh clone: `make demo` shows it at work, `make help` lists the rest.
#
# Everything lands in .venv and build; stamp files there remember what is done, so that nothing is done twice.

.DEFAULT_GOAL := help
SHELL := /bin/sh

# The Python to build for; the newest that tools/preflight.sh finds if nothing is said.
PYTHON ?=
# The processor to compile for: native (this one), portable, or any value of the compiler's -march.
KIEBITZ_ARCH ?= native
# More for pytest: make test TESTS=tests/core ARGS=-x; all of them if nothing is said (claims and hydra: those of the
# packages beside).
TESTS ?=
ARGS ?=
# What the commits' footers are checked against; the branch's own commits if nothing is said.
FOOTERS ?=

VENV := .venv
BIN := $(VENV)/bin
# What pip says is kept, and shown if it fails.
PIP := tools/quietly.sh build/pip.log $(BIN)/python -m pip --disable-pip-version-check install
CORE := $(shell find src/kiebitz/core -name '*.py' -o -name '*.pxd')
DEMO_GAME := examples/carlsen-anand-2014-game-6.pgn
# A list of requirements in pyproject.toml, one a line; a group may include others.
REQUIREMENTS = $(BIN)/python -c 'import sys, tomllib; \
	table = tomllib.load(open("pyproject.toml", "rb")); \
	lists = table["project"]["optional-dependencies"] | table["dependency-groups"]; \
	lists["build"] = table["build-system"]["requires"]; \
	named = lambda name: [line for each in lists[name] for line in ([each] if isinstance(each, str) else \
	named(each["include-group"]))]; \
	print(*named(sys.argv[1]), sep="\n")'

# As many tests at a time as there are cores, and at the end the slowest.
PYTEST = $(BIN)/python -m pytest --numprocesses auto --dist worksteal --durations 25 --durations-min 1

.PHONY: help build demo machines docs serve test check nightly strangers test-pages test-beside test-full test-processors test-wheel lint format \
	bench wheel sanitize sanitize-memory sanitize-quick sanitize-searches sanitize-threads clean distclean FORCE

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "  KIEBITZ_ARCH=$(KIEBITZ_ARCH)   processor to compile for (native, portable, x86-64-v3, …)"
	@echo "  PYTHON=…               the Python to build for; else the newest one found"

build: $(VENV)/.installed $(VENV)/.built ## make .venv, compile the core, install the commands

# What pip installs is fetched beside the compiler's work; what an analysis needs is compiled first, the rest beside it.
demo: ## build all, and analyse a real game before your eyes
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/.web $(VENV)/.analyses
	@echo "The game in which two world champions blundered, move after move:"
	@$(MAKE) --no-print-directory build > build/rest.log 2>&1 & \
	$(BIN)/kiebitz analyse $(DEMO_GAME) --nodes 60000 --moments --output build/demo.pgn --overwrite --html build/demo.html \
		&& { wait $$! || { cat build/rest.log; exit 1; }; }
	@echo "On the board: $(BIN)/kiebitz serve build/demo.pgn"

# The first time Hydra's card is compiled, which takes half a minute.
machines: build $(VENV)/.machines ## run the documents' machines before your eyes, and leave build/machines.html
	$(BIN)/kiebitz machines --run --html build/machines.html

serve: $(VENV)/.web build ## open the board in the browser
	$(BIN)/kiebitz serve

# Tests start some hundred processes; where nothing compiled may be kept, each compiles our sources and pytest's anew.
test check nightly test-pages test-beside test-full test-wheel: export PYTHONDONTWRITEBYTECODE :=

test: build $(VENV)/.test ## run the tests (two minutes)
	$(PYTEST) -m "not check and not nightly and not full and not shape$(if $(TESTS),, and not beside)" $(ARGS) $(TESTS)

# Who starts a process waits for it: meanwhile one more works.
check: export PYTEST_XDIST_AUTO_NUM_WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
check: build $(VENV)/.dev $(VENV)/.web ## run those that start processes or a browser, or take longer (some four minutes)
	$(PYTEST) -m "check and not nightly and not full and not beside and not shape" $(ARGS) $(TESTS)

# Commands killed at fifty moments, ended by each other signal at ten, each of their writes, fsyncs and renames failing,
# memory ending somewhere, 100,000 random boards for each door; courses, notebooks, experiments and hardware; the wheel.
nightly: build $(VENV)/.dev $(VENV)/.web wheel ## run the long ones, experiments and hardware too (some hours)
	$(WHEEL) $(PYTEST) -m "(nightly or beside) and not full" $(ARGS) $(TESTS)

# Where checkouts of others' repositories lie: python-chess (niklasf/python-chess), py-stockfish (py-stockfish/stockfish).
STRANGERS ?= $(CURDIR)/build/strangers
nightly strangers: export KIEBITZ_STRANGERS = $(STRANGERS)
strangers: build $(VENV)/.dev ## run others' own suites, from checkouts in build/strangers (STRANGERS=…)
	$(BIN)/python -m pytest -m nightly -rs $(ARGS) tests/test_strangers.py

test-pages: build $(VENV)/.dev ## run every command and example of the pages (a minute)
	$(PYTEST) -m nightly $(ARGS) tests/test_page_commands.py tests/test_examples.py

test-beside: build $(VENV)/.dev ## run experiments in their quick modes and simulated hardware (minutes)
	$(PYTEST) -m "beside and not full" $(ARGS) claims hydra

test-full: build $(VENV)/.dev ## run all tests but the nightly ones, the exhaustive ones too (long)
	$(PYTEST) -m "not nightly and not shape" --hypothesis-profile deep -o case_processor_s=inf $(ARGS) $(TESTS)

# Where the wheel lies that the tests try.
WHEEL = KIEBITZ_WHEEL="$$(ls $(CURDIR)/dist/kiebitz-*.whl)"
test-wheel: wheel $(VENV)/.dev ## make the wheels and try them, and a frozen program
	$(WHEEL) $(BIN)/python -m pytest -m nightly $(ARGS) tests/test_wheel.py tests/test_frozen.py

test-processors: build $(VENV)/.dev ## run what depends on the processor for builds of several kinds of it (long)
	$(BIN)/python tools/test_processors.py

# cython-lint looks for pycodestyle on the PATH, and at .py files only if they are listed.
lint: build $(VENV)/.dev ## check style, types, texts and the footers of this branch's commits
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "mypy, and beside it cython-lint of the core's $(words $(CORE)) files and the tests of texts, imports and stubs"
	@$(BIN)/python -m mypy > build/mypy.log 2>&1 & types=$$!; \
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint $(CORE) && $(BIN)/python -m pytest -m shape tests/shape claims/tests/shape; \
	others=$$?; wait $$types; typed=$$?; cat build/mypy.log; exit $$((others | typed))
	$(BIN)/python tools/check_footers.py $(FOOTERS)

format: $(VENV)/.dev ## lay the sources out as lint wants them
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: build ## measure the search's speed (and its signature), and how fast it starts
	$(BIN)/python benches/search_speed.py
	$(BIN)/python benches/start_up.py

sanitize: sanitize-memory sanitize-threads ## run the core's tests under all sanitizers (long)

# The core with AddressSanitizer and UndefinedBehaviorSanitizer, beside the ordinary build. Python itself is not built
# with them, so the runtime is preloaded; Python's own allocator would hide overflows, and what it never frees is no leak.
SANITIZED := build/sanitized
ASAN = LD_PRELOAD="$$($${CC:-gcc} -print-file-name=libasan.so) $$($${CC:-gcc} -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	PYTHONMALLOC=malloc PYTHONPATH=$(SANITIZED)/lib

$(SANITIZED)/.built: $(VENV)/.built setup.py $(CORE)
	KIEBITZ_SANITIZE=address $(BIN)/python setup.py --quiet build --build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	@touch $@

sanitize-memory: build $(VENV)/.dev $(SANITIZED)/.built ## run the core's tests under ASan and UBSan
	$(ASAN) $(BIN)/python -m pytest -o case_processor_s=inf -m "not nightly and not full" \
		$(ARGS) tests/core

# What reads texts and moves men, where arrays could be left; the searches take ten times as long.
sanitize-quick: build $(VENV)/.dev $(SANITIZED)/.built ## run the quick ones of these tests
	$(ASAN) $(PYTEST) -o case_processor_s=inf $(ARGS) tests/core/pgn tests/core/chess tests/core/shogi tests/core/table

sanitize-searches: build $(VENV)/.dev $(SANITIZED)/.built ## search random positions of both games under ASan and UBSan
	$(ASAN) $(BIN)/python tools/many_searches.py $(ARGS)

# ThreadSanitizer stops at the first race. Those that are meant (the words of the table, the flags) are relaxed atomics,
# which are none.
THREAD_SANITIZED := build/sanitized-threads
sanitize-threads: build $(VENV)/.dev ## run the tests of searching with several threads under ThreadSanitizer
	KIEBITZ_SANITIZE=thread $(BIN)/python setup.py --quiet build --build-base $(THREAD_SANITIZED) --build-lib $(THREAD_SANITIZED)/lib
	LD_PRELOAD="$$($${CC:-gcc} -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1:exitcode=66 PYTHONMALLOC=malloc \
	PYTHONPATH=$(THREAD_SANITIZED)/lib \
	$(BIN)/python -m pytest -o case_processor_s=inf -m "not nightly and not full" $(ARGS) tests/core/search/test_crew.py tests/core/search/test_shogi_crew.py \
	tests/cluster/test_station.py

docs: build $(VENV)/.docs ## make the site in build/site: the pages of docs and a reference; links are checked
	$(BIN)/python tools/make_site.py

# What was compiled for the last wheel and hasn't changed stays (setup.py).
wheel: $(VENV)/.installed ## make wheels in dist: of Kiebitz, for any processor of this kind, and of the packages beside it
	@rm -rf claims/build hydra/build  # setuptools would ship modules that are gone
	@KIEBITZ_ARCH=wheel tools/quietly.sh build/wheel.log $(BIN)/python -m pip wheel --no-deps --no-build-isolation \
		--wheel-dir dist . ./claims ./hydra
	@ls dist/*.whl

clean: ## remove what was compiled
	rm -rf build src/*.egg-info claims/build claims/src/*.egg-info hydra/build hydra/src/*.egg-info $(VENV)/.built \
		$(VENV)/.analyses src/kiebitz/core/compiled/*.so src/kiebitz/core/compiled/*.pyd

distclean: clean ## remove .venv, too
	rm -rf $(VENV)

# ------------------------------------------------------------------ stamps

$(VENV)/.made:
	@python=$$(tools/preflight.sh $(PYTHON)) && echo "Making $(VENV) with $$python" && "$$python" -m venv $(VENV)
	@touch $@

$(VENV)/.compiles: pyproject.toml $(VENV)/.made
	@echo "Installing what compiles the core"
	@$(REQUIREMENTS) build > $(VENV)/build.txt
	@$(PIP) -r $(VENV)/build.txt
	@touch $@

$(VENV)/.installed: pyproject.toml claims/pyproject.toml hydra/pyproject.toml $(VENV)/.compiles
	@echo "Installing what Kiebitz needs"
	@KIEBITZ_PREBUILT=1 $(PIP) --no-build-isolation --editable '.[cli]'
	@$(PIP) --no-build-isolation --no-deps --editable claims --editable hydra
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.installed
	@echo "Installing what the tests need"
	@$(REQUIREMENTS) test > $(VENV)/test.txt
	@$(PIP) -r $(VENV)/test.txt
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.installed
	@echo "Installing the tools for check and lint"
	@$(REQUIREMENTS) dev > $(VENV)/dev.txt
	@$(PIP) -r $(VENV)/dev.txt
	@touch $@

$(VENV)/.machines: pyproject.toml $(VENV)/.installed
	@echo "Installing what Hydra's card and cluster need"
	@$(REQUIREMENTS) machines > $(VENV)/machines.txt
	@$(PIP) -r $(VENV)/machines.txt
	@touch $@

$(VENV)/.docs: pyproject.toml $(VENV)/.installed
	@echo "Installing what makes the site"
	@$(REQUIREMENTS) docs > $(VENV)/docs.txt
	@$(PIP) -r $(VENV)/docs.txt
	@touch $@

$(VENV)/.web: pyproject.toml $(VENV)/.installed
	@echo "Installing what the board in the browser needs"
	@$(REQUIREMENTS) web > $(VENV)/web.txt
	@$(PIP) -r $(VENV)/web.txt
	@touch $@

# setuptools sees changed sources but not changed flags.
build/flags: FORCE
	@mkdir -p build
	@echo "$(KIEBITZ_ARCH)" | cmp -s - $@ || echo "$(KIEBITZ_ARCH)" > $@

# What was compiled with others is none of this core.
build/fresh: build/flags setup.py
	@rm -rf src/kiebitz/core/compiled/*.so build/$(KIEBITZ_ARCH) $(if $(filter setup.py,$?),build/units)
	@touch $@

WRITERS := tools/write_units.py tools/write_inlines.py tools/write_parameters.py
COMPILE = KIEBITZ_ARCH=$(KIEBITZ_ARCH) tools/quietly.sh build/compiler.log $(BIN)/python setup.py --quiet build_ext --inplace

$(VENV)/.built: $(VENV)/.compiles build/fresh $(WRITERS) $(CORE)
	@echo "Compiling the core (KIEBITZ_ARCH=$(KIEBITZ_ARCH))"
	@$(COMPILE)
	@touch $@

# The units that an analysis loads.
$(VENV)/.analyses: $(VENV)/.compiles build/fresh $(WRITERS) $(CORE)
	@echo "Compiling the core (KIEBITZ_ARCH=$(KIEBITZ_ARCH); under a minute the first time)"
	@KIEBITZ_UNITS="processor chess shogi table pgn evaluation search mate syzygy" $(COMPILE)
	@touch $@
