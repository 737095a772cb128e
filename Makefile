# Thin front for CMake. `make demo` and `make check` are each enough by themselves on a fresh Debian 12.
PREFIX ?= /usr/local
PRESET ?= release
BUILD = build/$(PRESET)

.PHONY: all deps configure demo check tests test differential conformance fuzz sanitize bench lint format install clean

# What is used: programs, libraries, manual pages, examples. What else has been built in a tree once is kept up to date
# there, so that nobody runs stale tests.
all: configure
	cmake --build --preset $(PRESET) --target all $(if $(wildcard $(BUILD)/bin/base_test),tests) \
	  $(if $(wildcard $(BUILD)/bin/bench_ours),benches)

deps:
	sh packaging/install-deps.sh

configure:
	@mkdir -p build
	@cmake --preset $(PRESET) >$(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; exit 1; }

demo: deps all
	sh examples/demo/run.sh $(BUILD)

# All tests of one preset, without installing anything. What nobody runs here should compile, too.
tests: configure
	cmake --build --preset $(PRESET) --target all tests benches

test: tests
	ctest --test-dir $(BUILD) --output-on-failure -j2

# Random MPI-IO programs against the MPI standard and stock MPI-IO: so many for each MPI, from the first on.
SEEDS ?= 20000
FIRST_SEED ?= 1
differential: all
	STRAIT_SEEDS=$(SEEDS) STRAIT_FIRST_SEED=$(FIRST_SEED) cmake --build --preset $(PRESET) --target differential

# Other people's tests of MPI-IO, fetched and built, on local and on remote files.
conformance: deps all
	@for family in mpich openmpi; do if [ -e $(BUILD)/lib/libstrait-mpi-$$family.so ]; then echo $$family; fi; done | \
	  PYTHONPATH=tests/mpi xargs /usr/bin/python3 -B tests/conformance/conformance.py $(BUILD) build/conformance

# A minute of each fuzzer, starting from its kept corpus.
fuzz:
	$(MAKE) PRESET=fuzz configure
	cmake --build --preset fuzz --target fuzzers
	ctest --test-dir build/fuzz --output-on-failure -j2

check: deps
	$(MAKE) test
	$(MAKE) fuzz

# All tests under both sanitizer presets, without installing anything.
sanitize:
	$(MAKE) PRESET=asan-ubsan test
	$(MAKE) PRESET=tsan test

bench: configure
	cmake --build --preset $(PRESET) --target all benches
	sh bench/run.sh $(BUILD)

lint: configure
	sh packaging/lint.sh $(BUILD)

format:
	git ls-files '*.cc' '*.h' '*.c' | xargs clang-format -i

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	rm -rf build
