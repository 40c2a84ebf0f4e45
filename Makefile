# Everything is built into .venv; a newcomer needs Python 3.11+ with its headers, a C compiler and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILT := $(VENV)/.built
ENGINES := $(wildcard native/*/*.c)
SELFTESTS := $(basename $(notdir $(wildcard tests/native/selftest*.c)))
LAUNCHER := $(filter-out arbiter/host/_launch.c,$(wildcard arbiter/host/*.c))
PAGE_ENGINES := $(wildcard native/wasm/page/*.c)
C_FILES := $(wildcard native/*/*.[ch] native/wasm/page/*.[ch]) $(wildcard arbiter/host/*.h) $(LAUNCHER) $(wildcard tests/*/*.[ch])
# What compiles alone: not the cdefs, which have no preprocessor, and the templates, which have no game of their own.
HEADERS := $(filter-out %.cdef.h native/common/search.h native/common/layer_of.h tests/tuning/match.h,$(filter %.h,$(C_FILES)))
CFLAGS_STRICT := -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror
SANITIZE := $(CFLAGS_STRICT) -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
API := $(subst /,.,$(basename $(wildcard arbiter/games/[a-z]*.py) arbiter/play/record.py arbiter/host/limits.py))
need = { echo "make: $(1); README.md says what a fresh machine needs" >&2; exit 1; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help build match test test-long check docs picture site bench perft sanitize mutants mutants-fixed evidence wasm clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: $(BUILT) ## build everything into .venv (arbiter, bots, engines)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || \
	    $(call need,$(PYTHON) is not Python 3.11 or newer (another one: make PYTHON=python3.12 build))
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || $(call need,$(PYTHON) cannot make virtual environments)
	$(PYTHON) -m venv $(VENV)

$(BUILT): $(BIN)/python pyproject.toml setup.py native/build.py arbiter/host/build.py $(ENGINES) $(LAUNCHER) \
          $(wildcard native/*/*.h arbiter/host/*.h)
	@printf '#include <Python.h>\n' | $(CC) -fsyntax-only -x c - 2> /dev/null \
	    -I"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')" || \
	    $(call need,a C compiler ($(CC)) or the headers of Python are missing)
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -c 'import native.ataxx.engine, native.dama.engine, native.domino.engine, native.othello.engine, arbiter.host.launch'
	@touch $@

match: build ## ten games of Othello, our bot against a simple player, into games.html
	$(BIN)/arbiter $(BIN)/othello-bot "$(BIN)/othello-bot --level 1" 10 > games.html
	@echo "The page is $(CURDIR)/games.html"

# Two processes a core, since the tests of the arbiter wait for programs half of the time; and not the files of most
# tests first, which leaves the longest tests for the end.
PYTEST = $(BIN)/python -m pytest --numprocesses $$((2 * $$(nproc))) --dist loadfile --no-loadscope-reorder

test: build ## test every promise, on every core (minutes)
	$(PYTEST) -m "not long"

test-long: build ## the tests that take longer, or repeat a promise more often; with SHARE=2/4 the second quarter of their files
	$(PYTEST) -m long $(if $(SHARE),--share-of-long $(SHARE))

check: build ## lint, format, types and strict C warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@for file in $(ENGINES) $(PAGE_ENGINES) $(LAUNCHER); do \
	    echo "$(CC) -fsyntax-only $$file"; $(CC) $(CFLAGS_STRICT) -O2 -Inative -Inative/wasm/page -Iarbiter/host -fsyntax-only $$file || exit 1; done
	@for file in $(HEADERS); do \
	    echo "$(CC) -fsyntax-only $$file"; \
	    $(CC) $(CFLAGS_STRICT) -Wno-unused-function -Inative -Inative/wasm/page -Iarbiter/host -fsyntax-only -x c -include $$file /dev/null || exit 1; done
	@if clang-format --version 2> /dev/null | grep -q 'version 14\.'; then \
	    echo "clang-format"; clang-format --dry-run --Werror $(C_FILES); else echo "no clang-format 14: C is not compared with its dialect"; fi

# What pdoc cannot look up are the types of the fields of a NamedTuple, in a line that it shows right nevertheless.
docs: build ## the contract of games and the records, from their docstrings, as pages in build/docs
	$(BIN)/python -W error -W "ignore:Error parsing type annotation ForwardRef" -m pdoc --docformat markdown --no-show-source --output-directory build/docs $(API)

picture: build ## docs/page.png anew: ten games, and their page in headless Chromium
	$(BIN)/python -m tests.pages.picture

site: build ## documents, play, Othello solved and examples as a folder, build/site, that needs no server
	$(BIN)/python -P -m docs.site

bench: build ## nodes, nodes per second and the signature of each engine
	$(BIN)/othello-bot bench
	$(BIN)/ataxx-bot bench
	$(BIN)/dama-bot bench

perft: build ## count move sequences
	$(BIN)/othello-bot perft 12
	$(BIN)/ataxx-bot perft 6
	$(BIN)/dama-bot perft 10

# The compiler's 80 MiB lie apart: only who changes an engine needs them. `make wasm WASM=--check` compares.
build/ziglang: native/wasm/__main__.py
	$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade --target $@ $$($(BIN)/python -m native.wasm --compiler)
	@touch $@

wasm: build build/ziglang ## build the engines of pages (WebAssembly) anew, after a change of native/
	PYTHONPATH=$(CURDIR)/build/ziglang $(BIN)/python -m native.wasm $(WASM)

sanitize: ## the engines' self-tests under AddressSanitizer and UndefinedBehaviorSanitizer; with SELFTEST=small little work
	@for file in $(ENGINES:.c=); do \
	    mkdir -p build/$$(dirname $$file) && $(CC) $(SANITIZE) -Inative -c $$file.c -o build/$$file.o || exit 1; done
	@for test in $(SELFTESTS); do \
	    echo "sanitize $$test"; \
	    $(CC) $(SANITIZE) -pthread -Inative tests/native/$$test.c $(addprefix build/,$(ENGINES:.c=.o)) -lm -o build/$$test && \
	        build/$$test $(SELFTEST) || exit 1; done

mutants: build ## plant faults in a copy of the tree and list those that no test notices (hours; goes on where it stopped)
	$(BIN)/python -m tests.mutants

mutants-fixed: build ## twenty faults that tests must notice
	$(BIN)/python -m tests.mutants --fixed

evidence: build ## the long measurements, written into docs/evidence.md (hours)
	$(BIN)/python -m tests.evidence

clean: ## remove everything that was built
	rm -rf $(VENV) build dist *.egg-info native/_engine.c arbiter/host/_launch.c native/*.so arbiter/host/*.so games.html
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
