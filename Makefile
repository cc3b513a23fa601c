# make run | test | mutants | tsan | asan | bench | soak | lint | format | clean | help
.DEFAULT_GOAL := help
.PHONY: run test mutants tsan asan bench soak lint format install clean help

run: install ## install what is missing, build, and run the demo: 60 pictures from an unruly origin
	swift build -c release --product heron
	.build/release/heron demo $(ARGS)

test: install ## install what is missing, build, and run all tests (HERON_CORPUS=FOLDER for the corpus)
	swift test --disable-xctest $(ARGS)

mutants: install ## plant twenty bugs, one after the other: scenarios and simulation must catch each (ARGS="5 12")
	@./scripts/mutants $(ARGS)

tsan: install ## all tests under ThreadSanitizer
	HERON_SEEDS=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=3 TSAN_OPTIONS="suppressions=$(CURDIR)/.tsan-suppressions" \
	  swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan $(ARGS)

asan: install ## all tests under AddressSanitizer
	HERON_SEEDS=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=3 ASAN_OPTIONS="suppressions=$(CURDIR)/.asan-suppressions" LSAN_OPTIONS="suppressions=$(CURDIR)/.lsan-suppressions:print_suppressions=0" \
	  swift test --disable-xctest --sanitize=address --scratch-path .build/asan $(ARGS)

bench: install ## the engine against Dispatch's and Foundation's queues, as ratios
	swift build -c release --product heron-bench
	.build/release/heron-bench schedule $(ARGS)

soak: install ## the loader for half an hour where everything goes wrong, looking for what grows (ARGS="--time 60s")
	swift build -c release --product heron-bench
	.build/release/heron-bench soak $(ARGS)

lint: ## the formatter's findings, as errors
	swift format lint --strict --recursive Package.swift Sources Tests

format: ## let the formatter write
	swift format --in-place --recursive Package.swift Sources Tests

install: ## the system packages that are missing, and nothing where all are there
	@./scripts/install-packages

clean: ## remove what was built
	rm -rf .build

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1	/' | expand -t 16
