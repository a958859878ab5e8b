# One configuration for everything, so that dependencies are built once.
# There is no debug information: it costs a fifth of the time and half of the size. A crash still names its functions.
COMMON_FLAGS := -c release -debug-info-format none $(shell Packaging/precompile)
# Optimizing takes a large part of a build, and most modules wait more than they compute. So Package.swift optimizes only the
# modules that compute; the shipped and the measured build is optimized whole.
# A build without optimization would check assertions, those of other people's libraries among them; a release build has none.
SWIFT_FLAGS := $(COMMON_FLAGS) -Xswiftc -Onone -Xswiftc -assert-config -Xswiftc Release
export CARILLON_QUICK := 1
OPTIMIZED := .build/optimized
# Without this flag SwiftPM builds every dependency once more for `@testable`, which no test here uses.
TEST_FLAGS := $(SWIFT_FLAGS) --disable-testable-imports
SWIFT := Packaging/calmly swift
CARILLON := .build/release/carillon
MEASURED := $(abspath $(OPTIMIZED)/release/carillon)
HOUSE_CHECK := .build/release/HouseCheck
# Refuses an import of a module that its target does not name. SwiftPM reads the imports of all files for it, four seconds at
# every run, so only `make test` asks for it.
WITH_NAMED_IMPORTS := --explicit-target-dependency-import-check error
# Explorations keep every core busy for minutes. They run alone, as a test with sockets beside them would starve.
EXPLORATIONS := ScopeTests PhoneExplorationTests DeviceExplorationTests KeychainExplorationTests RingExplorationTests
WITHOUT_EXPLORATIONS := $(addprefix --skip ,$(EXPLORATIONS))
# The inner loop tests the decisions of each part, and the fit of the parts in a few calls. It leaves out the tests that play
# whole systems again and again, which take most of the CPU of all tests. `make test` runs them all.
# Whole phones: every scenario on each kind of iPhone and on the phone that is made to fail it, random faults, a kill and a
# power cut at every step; and calls in real time over a carrier.
PHONES := EveryProfileTests ScenarioFileTests DrawnFaultsTests CrashEverywhereTests PowerCutTests \
    'PhoneSignalingTests.(PhoneLeg|Public|OtherOrganization|CallOutHandOver|Emergency|CallerID|PageEnd|KilledInACall).*Tests'
# Whole exchanges: scenarios and stories of calls to numbers over each carrier, and the scripted exchange and carrier compared
# with real ones.
EXCHANGES := 'ExchangeServerTests.*(Scenario|Story)' 'PhoneSignalingTests.(API)?ContractTests'
# Hostile input and floods: every bad text in every field, hundreds and ten thousands of requests, and full disks.
HOSTILE := 'ExchangeServerTests.*(Hostile|Injection|FullDisk|Storm|whatever.*(says|called)|flood.of|ten.thousand)' \
    'ExchangeServerTests.*(does.not.read|stops.reading)' HostilePushTests three.hundred.pushes
# Tests of tests: faults planted in a table. A test must notice each.
PLANTED := TableMutantTests
# Tests that are slow to start, that need third-party programs, or that wait: 45 seconds for SQLite's busy time-out, ten
# seconds for that of a push.
WAITING := CallModelKotlin MediaTests StoreScenarioTests what.waits.to.be.sent.is.seen
SLOW := $(WITHOUT_EXPLORATIONS) $(addprefix --skip ,$(PHONES) $(EXCHANGES) $(HOSTILE) $(PLANTED) $(WAITING))

.PHONY: help demo test unit check house bench mutants fuzz deps deps-test build optimized package picture docs generated \
    format apple-sdk interop networks walk voice clean

help:
	@echo "make demo       three stories of real calls, each step verified, with timelines to read"
	@echo "make test       every check and test, with third-party peers"
	@echo "make unit       the quick inner loop: check and the fast tests"
	@echo "make check      the rules of the project, without a test"
	@echo "make house      how the sources are divided and described, beside the start and the aims"
	@echo "make bench      measure the optimized build; also: carillon bench --json"
	@echo "make package    the command for a machine without Swift: dist/carillon"
	@echo "make mutants    plant faults and check that a test notices each: an hour and a half"
	@echo "make fuzz       fuzz every reader of foreign bytes for ten seconds: two minutes, mostly building"
	@echo "make apple-sdk  type-check what only an iPhone runs, and compare the models with Apple's SDK"
	@echo "make interop    only the calls with third-party peers"
	@echo "make networks   call between kinds of network, change networks in mid-call, print tables: an hour"
	@echo "make walk       walk a call through networks at random, and compare every silence with its limit: an hour"
	@echo "make voice      play speech over bad networks beside libwebrtc, print PESQ scores: ten minutes"
	@echo "make build      the command, built quickly; make optimized: the shipped build"
	@echo "make picture    record the demo in a terminal, and draw the Phone Lab: Documentation/demo.svg and lab.png"
	@echo "make docs       write the API reference: .build/documentation"
	@echo "make deps       install the Debian packages of a build (Packaging/apt-packages.txt)"
	@echo "make generated  write the files that are made from the call machine and the bridge"
	@echo "make format     format the sources"
	@echo "make clean      remove everything that was built"

deps:
	@command -v swift >/dev/null || { echo "Carillon needs Swift 6.3 or later: https://www.swift.org/install" >&2; exit 1; }
	@Packaging/install build

deps-test: deps .venv/installed
	@Packaging/install test

.venv/installed: Packaging/python-packages.txt
	@Packaging/install test
	@echo "==> installing Python peers into .venv"
	@python3 -m venv .venv
	@.venv/bin/pip install --quiet --disable-pip-version-check -r Packaging/python-packages.txt
	@touch $@

build: deps
	@echo "==> building the command (the first build takes some eight minutes on two cores)"
	@$(SWIFT) build $(SWIFT_FLAGS) --product carillon

optimized: deps
	@echo "==> building the command again, all of it optimized"
	@env -u CARILLON_QUICK $(SWIFT) build --scratch-path $(OPTIMIZED) $(COMMON_FLAGS) --product carillon

demo: build
	@$(CARILLON) demo

package: optimized
	@Packaging/package

picture: build deps-test
	@Packaging/picture
	@.venv/bin/python Packaging/lab-picture

docs: build
	@echo "==> writing the API reference"
	@Packaging/documentation

# What the checker generates files from, with what that imports.
CHECKED_CORES := CallModel WireJSON Redaction PushPayload PhoneCore

# SwiftPM plans for half a minute when the product is another than the last one, so this runs only when the checker has changed.
# A folder's time is that of the last file added or removed.
.build/house-check.built: Makefile Package.swift $(shell find Sources/Tools $(addprefix Sources/Core/,$(CHECKED_CORES))) \
        $(if $(wildcard $(HOUSE_CHECK)),,deps) | deps
	@mkdir -p .build && touch $@.begun
	@$(SWIFT) build $(SWIFT_FLAGS) --product HouseCheck
	@mv $@.begun $@

check: deps .build/house-check.built
	@echo "==> checking the rules of the project"
	@$(HOUSE_CHECK)
	@Tests/Web/check-types
	@if command -v node >/dev/null; then Tests/Web/run; fi
	@find Tests Packaging -name '*.py' -print0 | xargs -0 python3 -c \
	    'import ast, sys; [ast.parse(open(path, encoding="utf-8").read(), path) for path in sys.argv[1:]]'

house: deps .build/house-check.built
	@$(HOUSE_CHECK) --report

generated: deps .build/house-check.built
	@$(HOUSE_CHECK) --write

format:
	@swift format --in-place --parallel --recursive Sources Tests Package.swift

unit: check
	@echo "==> building and running the fast tests"
	@Packaging/testing $(TEST_FLAGS) $(SLOW)
	@$(MAKE) --no-print-directory apple-sdk CHANGED=--changed

# Where Telnyx's own description is beside the project, the peers' Python compares all requests and webhooks with it.
ifneq ($(wildcard ../shared/data/validate.py),)
test interop: export CARILLON_TELNYX_SCHEMA ?= $(abspath ../shared/data)
test: export PATH := $(CURDIR)/.venv/bin:$(PATH)
endif
test: export CARILLON_TEST_LOGS := $(CURDIR)/.build/test-logs
test: deps-test check
	@rm -rf $(CARILLON_TEST_LOGS) && mkdir -p $(CARILLON_TEST_LOGS)
	@echo "==> building and running the tests"
	@Packaging/testing $(TEST_FLAGS) $(WITH_NAMED_IMPORTS) $(WITHOUT_EXPLORATIONS)
	@$(MAKE) --no-print-directory apple-sdk
	@$(MAKE) --no-print-directory explored-and-called
	@echo "==> running the stories of the demo, without their text"
	@$(CARILLON) demo --json >/dev/null
	@echo "==> running a hundredth of every benchmark, to see that it works"
	@$(CARILLON) bench --short --json >/dev/null
	@echo "==> searching the logs of all exchanges for secrets"
	@Packaging/search-logs $(CARILLON_TEST_LOGS)

# The explorations compute and the calls wait, so both together take hardly longer than one.
.PHONY: explored-and-called
explored-and-called:
	@echo "==> exploring every order of events, and calling peers of other makers: some twenty minutes on two cores"
	@$(MAKE) --no-print-directory interop BUILT=with-the-tests >.build/interop.log 2>&1 & called=$$!; \
	trap "kill $$called; exit 130" INT TERM; \
	TESTING_LOG=.build/explorations.log Packaging/testing $(TEST_FLAGS) $(addprefix --filter ,$(EXPLORATIONS)); explored=$$?; \
	wait $$called; called=$$?; cat .build/interop.log; [ $$explored = 0 ] && [ $$called = 0 ]

apple-sdk:
	@echo "==> type-checking what only an iPhone runs, and comparing the models with Apple's SDK"
	@Tests/AppleSDK/check $(CHANGED)

# The build of the tests makes the command too; asking SwiftPM for it again costs half a minute of planning.
interop: deps-test $(if $(BUILT),,build)
	@echo "==> calling peers that other people wrote"
	@.venv/bin/pytest -q -rs --dist loadfile --tx '2*popen//python=Tests/Interop/in-namespace .venv/bin/python' Tests/Interop

# This measures times, so nothing else should run.
networks: deps-test optimized
	@CARILLON=$(MEASURED) CARILLON_NETWORK_RUNS=$${CARILLON_NETWORK_RUNS:-20} CARILLON_HANDOVER_RUNS=$${CARILLON_HANDOVER_RUNS:-5} \
	    .venv/bin/pytest -q -rs Tests/Interop/test_networks.py Tests/Interop/test_handover.py

# An hour of one call. CARILLON_WALK_SEED repeats a walk, CARILLON_WALK_SECONDS makes it shorter.
walk: deps-test optimized
	@CARILLON=$(MEASURED) CARILLON_WALK_SECONDS=$${CARILLON_WALK_SECONDS:-3600} .venv/bin/pytest -q -rs Tests/Interop/test_walk.py

# This measures times too.
voice: deps-test optimized
	@Packaging/install voice
	@.venv/bin/pip install --quiet --disable-pip-version-check -r Packaging/python-packages-voice.txt
	@CARILLON=$(MEASURED) CARILLON_VOICE=1 .venv/bin/pytest -q -rs Tests/Interop/test_voice.py -k speech

bench: optimized
	@$(OPTIMIZED)/release/carillon bench

mutants: deps
	@echo "==> building, ten minutes and more, then ten to twenty seconds for each of $(words $(wildcard Tests/Mutants/*.patch)) mutants"
	@Tests/Mutants/run

fuzz:
	@Fuzz/run

clean:
	@rm -rf .build .venv Fuzz/.build dist
