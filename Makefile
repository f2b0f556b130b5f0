# make            the system libraries, then a debug build of everything
# make demo       one event of every tenant travels the whole way, on this machine alone
# make cluster    three hosts on a PostgreSQL of their own; one is killed before your eyes, and nothing is lost
# make release    carillond as it is deployed, in .build/release
# make dist       what people install who have no Swift: archives, a Python wheel, a container image, sums, in .build-dist
# make dist-test  makes it, and tries each of these in an empty root
# make test       all tests
# make floor      what apps get is right for the oldest systems of Apple in Package.swift, and its tests pass with the code for these
# make check      what must hold before a commit: format, warnings, tests, tenants, demo
# make format     write the source in our style
# make openapi    made-up requests to every route, each answer checked against the OpenAPI documents
# make pictures   makes the pictures of the studio in docs/images again, from the demo in a browser
# make clicks     half an hour of random clicks and keys in the studio's forms: none leads to what a form can't show
# make browsers   a short walk through the inbox in Firefox and in WebKit, against the host with the demo's traffic
# make proof      ten thousand made-up payloads an event, of the five tenants and of made-up ones: each can be sent
# make invariants a hundred thousand random sequences of events for each state machine of the client kit, a million inputs for its readers
# make edits      ten thousand random edits of each tenant in a language server, and everything an editor can ask after each
# make crashtest  the host is killed a hundred times and must lose nothing; then full disks and damaged files
# make clustertest three hosts on PostgreSQL are killed, frozen and ended by turns, and the database crashes; then each of its bad days; all tests of hosts run on it
# make bench      benchmarks, in release builds

SHELL := /bin/bash
.DEFAULT_GOAL := build
SOURCES := Sources Plugins Tests Package.swift
# SwiftPM writes the flags of package traits in the order of a hash: with another order it compiles everything anew.
export SWIFT_DETERMINISTIC_HASHING := 1
# Options for `carillond demo`, such as ARGS="--port 8081".
ARGS ?=
# How many payloads an event gets in `make proof`.
PROOF ?= 10000
# How many edits a tenant gets in `make edits`.
EDITS ?= 10000
# For how many seconds `make clicks` clicks.
CLICKS ?= 1800
# Sequences of events for each state machine in `make invariants`.
SEQUENCES ?= 100000
# Options for `make crashtest`, such as CRASH="--kills 500 --seed 7".
CRASH ?=
# Another folder for a release build than .build, where one Swift build waits for another.
SCRATCH ?=
# Options for `make cluster`, such as CLUSTER="--once", and for `make clustertest`, such as CLUSTER="--kills 100 --seed 7".
CLUSTER ?=
# Options for the bad days in `make clustertest`, such as FAULTS="--only failover".
FAULTS ?=
# Options for `make openapi`, such as OPENAPI="--everything --seed 7".
OPENAPI ?=

.PHONY: clicks pictures build demo cluster clustertest release dist dist-test test test-swift test-others edits invariants floor check proof crashtest crashtest-short clustertest-short format format-check bench libraries warnings tenants openapi browsers

libraries:
	@Tests/Tools/libraries.sh

build: libraries
	swift build

demo: libraries
	swift run carillond demo $(ARGS)

# It waits for the end of what it started: Ctrl-C is the way to end it.
cluster: libraries
	@Tests/Tools/libraries.sh server
	swift build --product carillond
	@Tests/Cluster/try.py --program "$$(swift build --show-bin-path)/carillond" $(CLUSTER)

# Swift's own libraries become part of the program. -S leaves out what only a debugger reads, 95 MB. Where the sources are on
# this machine is nobody's business.
RELEASE := swift build -c release $(if $(SCRATCH),--scratch-path $(SCRATCH)) --static-swift-stdlib -Xswiftc -cross-module-optimization -Xlinker -S \
	-Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=."

release: release-carillond

# One product as it is released: `make release-carillon` makes the objects that `make dist` links into a program that needs nothing,
# and benchmarks are made so. With the same options, what products share is compiled once.
release-%: libraries
	$(RELEASE) --product $*

dist: libraries
	@Plugins/Commands/Distribution/build.sh

dist-test: libraries
	@set -o pipefail; made="$$(Plugins/Commands/Distribution/build.sh | tee /dev/stderr | tail -n 1)" && \
		Tests/Distribution/run.sh "$$made"

test: test-swift test-others

# Several processes side by side, in each one test after another: many start programs and wait for them.
# Without a PostgreSQL server its tests are skipped by name; in continuous integration nothing is.
test-swift: libraries
	@Tests/Tools/libraries.sh cluster || [ -z "$$CI" ]
	@Tests/Tools/swift-test.py

# What tests the programs from outside, two at a time. CARILLON and CARILLOND are other programs than a debug build's.
FROM_OUTSIDE := Cluster/short.sh Floor/run.sh Floor/adapters.sh Web/run.sh LinearTime/run.py \
	CarillonClientTests/TypeScript/run.sh CarillonClientTests/Kotlin/run.sh CarillonGenerateTests/run.sh \
	CarillonGenerateTests/plugins.sh Guides/run.sh Interoperability/run.sh Editors/run.sh Translators/run.sh Distribution/run.sh

test-others: libraries
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target --keep-going $(FROM_OUTSIDE:%=from-outside/%)

.PHONY: $(FROM_OUTSIDE:%=from-outside/%)
from-outside/LinearTime/run.py: ARGUMENTS := 8
$(FROM_OUTSIDE:%=from-outside/%): from-outside/%:
	@started=$$(date +%s) && Tests/$* $(ARGUMENTS) && echo "$*: $$(($$(date +%s) - started)) s"

# Ten thousand random edits of each tenant, with all that an editor can ask after each.
edits: release-carillon
	CARILLON="$$(swift build -c release --show-bin-path)/carillon" CARILLON_ANSWER_LIMIT=1 CARILLON_EDITS="$(EDITS)" \
		Tests/Editors/run.sh -s test_robustness.py

floor:
	@Tests/Floor/run.sh
	swift build --target CarillonClient
	swift build --target Crypto
	@Tests/Floor/adapters.sh
	@Tests/Floor/suite.sh

format:
	swift format --in-place --recursive $(SOURCES)

format-check:
	swift format lint --strict --recursive $(SOURCES)

# Our own targets compile without a warning; what packages warn about is theirs.
warnings: libraries
	@Tests/Tools/warnings.sh

tenants: libraries
	swift run carillon validate tenants --strict

openapi: libraries
	program="$$(Tests/Tools/program.sh carillond)" && \
		python="$$(Tests/Tools/python.sh)" && "$$python/bin/python" Tests/OpenAPI/run.py "$$program" tenants "$$python/bin/schemathesis" $(OPENAPI)

# What must hold after any events: a hundred thousand random sequences for each state machine of the client kit. What must hold of any
# input: a million for the readers of pushes, links and streams, and that these take time in proportion to what they read.
invariants:
	CARILLON_SEQUENCES=$(SEQUENCES) Tests/Invariants/run.sh

# One part, such as `make invariants-inbox`.
invariants-%:
	CARILLON_SEQUENCES=$(SEQUENCES) Tests/Invariants/run.sh $*

pictures: libraries
	@Tests/Tools/libraries.sh browser
	swift build --product carillond
	python="$$(Tests/Tools/python.sh "$(CURDIR)/Tests/Web/requirements.txt" python-web)" && cd Tests/Web && \
		CARILLOND="$$(swift build --package-path ../.. --show-bin-path)/carillond" "$$python/bin/python" -B pictures.py

clicks: libraries
	swift build --product carillond
	CARILLOND="$$(swift build --show-bin-path)/carillond" SECONDS_OF_CLICKS=$(CLICKS) Tests/Web/run.sh test_studio_random

browsers: libraries
	swift build --product carillond
	CARILLOND="$$(swift build --show-bin-path)/carillond" Tests/Web/browsers/run.sh

proof: libraries
	CARILLON_PROOF=$(PROOF) swift test --no-parallel --filter ProofOfTenantsTests

crashtest: libraries
	swift build --product carillond
	Tests/Crash/all.sh "$$(swift build --show-bin-path)/carillond" $(CRASH)

# A few kills, to see that the harness itself still works, and the faults.
crashtest-short: libraries
	swift build --product carillond
	Tests/Crash/run.py --program "$$(swift build --show-bin-path)/carillond" --kills 5
	Tests/Crash/publishing.py --program "$$(swift build --show-bin-path)/carillond" --rounds 1
	Tests/Crash/faults.py "$$(swift build --show-bin-path)/carillond"

clustertest: libraries
	@Tests/Tools/libraries.sh cluster
	CARILLON_POOLER=all swift test --no-parallel --filter PoolerTests
	swift build --product carillond
	FAULTS="$(FAULTS)" Tests/Cluster/all.sh "$$(swift build --show-bin-path)/carillond" $(CLUSTER)
	CARILLON_STORE=postgresql Tests/Tools/swift-test.py --filter CarillonHostTests

# As `crashtest-short`, where a PostgreSQL server is installed.
clustertest-short: libraries
	@Tests/Tools/libraries.sh cluster || [ -z "$$CI" ]
	swift build --product carillond
	if Tests/Tools/cluster.sh installed; then Tests/Cluster/run.py --program "$$(swift build --show-bin-path)/carillond" --kills 2; fi

check: format-check warnings test tenants openapi crashtest-short clustertest-short
	$(MAKE) demo ARGS="--once --port 0 --admin-port 0 --sandbox-port 0"

bench: libraries
	@Tests/Benchmarks/run.sh
