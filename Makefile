# One configuration for everything, so that dependencies are built once.
# Debug information is left out: it costs a fifth of the time and half of the size; a crash still names its functions.
COMMON_FLAGS := -c release -debug-info-format none $(shell Packaging/precompile)
# Optimizing costs a good part of a build, and most of what is built waits more than it computes: what computes is optimized
# all the same (Package.swift), and all of what is shipped or measured.
# Without optimization assertions would be checked too, those of other people's libraries among them; a release build has none.
SWIFT_FLAGS := $(COMMON_FLAGS) -Xswiftc -Onone -Xswiftc -assert-config -Xswiftc Release
export CARILLON_QUICK := 1
OPTIMIZED := .build/optimized
# Without this flag SwiftPM would build every dependency once more, for `@testable`, which nothing here uses.
TEST_FLAGS := $(SWIFT_FLAGS) --disable-testable-imports
SWIFT := Packaging/calmly swift
CARILLON := .build/release/carillon
HOUSE_CHECK := .build/release/HouseCheck
# An import of a module that its target does not name is refused. SwiftPM then reads the imports of all files, at every run and
# whatever has changed: four seconds, so it is asked for once in `make test`.
WITH_NAMED_IMPORTS := --explicit-target-dependency-import-check error
# They keep every core busy for minutes, so they run by themselves: beside them a test with sockets would starve.
EXPLORATIONS := ScopeTests PhoneExplorationTests DeviceExplorationTests KeychainExplorationTests RingExplorationTests
WITHOUT_EXPLORATIONS := $(addprefix --skip ,$(EXPLORATIONS))
# The inner loop asks each part for what it decides, and a few calls whether the parts fit. It leaves out what plays whole
# systems over and over, which is most of the CPU of all tests: `make test` runs them all.
# Whole phones: every scenario on each kind of iPhone and on the phone it is made to fail, faults that are drawn, a kill and
# a power cut at every step; and calls in real time, over the lines of a carrier.
PHONES := EveryProfileTests ScenarioFileTests DrawnFaultsTests CrashEverywhereTests PowerCutTests \
    'PhoneSignalingTests.(PhoneLeg|Public|OtherOrganization|CallOutHandOver|Emergency|CallerID|PageEnd|KilledInACall).*Tests'
# Whole exchanges: scenarios and stories of calls to numbers over each carrier, and everything that the scripts of an exchange
# and a carrier say, held against real ones.
EXCHANGES := 'ExchangeServerTests.*(Scenario|Story)' 'PhoneSignalingTests.(API)?ContractTests'
# Hostile input and floods: every bad text in every place, by the hundred and the ten thousand, and full disks.
HOSTILE := 'ExchangeServerTests.*(Hostile|Injection|FullDisk|Storm|whatever.*(says|called)|flood.of|ten.thousand)' \
    'ExchangeServerTests.*(does.not.read|stops.reading)' HostilePushTests three.hundred.pushes
# Tests of tests: faults planted in a table, each of which must be noticed.
PLANTED := TableMutantTests
# What is slow to start or needs other people's programs, and what waits: for SQLite's patience with a locked file, three
# quarters of a minute, and for that of a push, ten seconds.
WAITING := CallModelKotlin MediaTests StoreScenarioTests what.waits.to.be.sent.is.seen
SLOW := $(WITHOUT_EXPLORATIONS) $(addprefix --skip ,$(PHONES) $(EXCHANGES) $(HOSTILE) $(PLANTED) $(WAITING))

.PHONY: help demo test unit check house bench mutants fuzz deps deps-test build optimized package generated format apple-sdk interop networks voice clean

help:
	@echo "make demo       real calls through everything, told as stories and verified, with timelines to read"
	@echo "make test       every check and test, with peers nobody here wrote"
	@echo "make unit       the quick inner loop: check and the fast tests"
	@echo "make check      the rules of the house, without running any test"
	@echo "make house      how the sources are divided and described: files, medians, repeated names, docstrings"
	@echo "make bench      measure, in release; also: carillon bench --json"
	@echo "make package    the command with what it needs of Swift, for a machine that has none: dist/carillon"
	@echo "make mutants    plant faults in the phone and expect each to be noticed: an hour and a half"
	@echo "make fuzz       attack every reader of foreign bytes for ten seconds: two minutes, mostly building"
	@echo "make apple-sdk  type-check what only an iPhone runs, and hold the models against Apple's surface"
	@echo "make interop    call the peers nobody here wrote, alone"
	@echo "make networks   call from any network twenty times, change networks in mid-call, and print tables: an hour"
	@echo "make voice      speak over bad networks, beside libwebrtc, and print what PESQ says: ten minutes"
	@echo "make build      the command, as quickly as it builds; make optimized: as it is shipped"
	@echo "make deps       install what building needs (Debian packages, from Packaging/apt-packages.txt)"
	@echo "make generated  write anew the files made from the call machine"
	@echo "make format     let the formatter have its way"
	@echo "make clean      remove everything built"

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
	@echo "==> building what is not built yet (everything, the first time, takes some eight minutes on two cores)"
	@$(SWIFT) build $(SWIFT_FLAGS) --product carillon

optimized: deps
	@echo "==> building the command once more, all of it optimized"
	@env -u CARILLON_QUICK $(SWIFT) build --scratch-path $(OPTIMIZED) $(COMMON_FLAGS) --product carillon

demo: build
	@$(CARILLON) demo

package: optimized
	@Packaging/package

# SwiftPM takes half a minute to plan for another product than the last one, so it is asked only when the checker has changed.
# Of folders the time of the last file that came or went counts.
.build/house-check.built: Makefile Package.swift $(shell find Sources/Tools Sources/Core/CallModel Sources/Core/WireJSON) \
        $(if $(wildcard $(HOUSE_CHECK)),,deps) | deps
	@mkdir -p .build && touch $@.begun
	@$(SWIFT) build $(SWIFT_FLAGS) --product HouseCheck
	@mv $@.begun $@

check: deps .build/house-check.built
	@echo "==> checking the rules of the house"
	@$(HOUSE_CHECK)

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

# Where Telnyx's own description lies beside the project, what is sent and told is held against it, by the peers' Python.
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
	@echo "==> the stories of the demo, for their verdict alone"
	@$(CARILLON) demo --json >/dev/null
	@echo "==> a hundredth of every benchmark, for whether it works"
	@$(CARILLON) bench --short --json >/dev/null
	@echo "==> searching what all exchanges logged for secrets"
	@Packaging/search-logs $(CARILLON_TEST_LOGS)

# The one computes and the other waits, so both at once take hardly longer than either.
.PHONY: explored-and-called
explored-and-called:
	@echo "==> exploring every order of events, and calling peers of other makers: some ten minutes on two cores"
	@$(MAKE) --no-print-directory interop BUILT=with-the-tests >.build/interop.log 2>&1 & called=$$!; \
	trap "kill $$called; exit 130" INT TERM; \
	TESTING_LOG=.build/explorations.log Packaging/testing $(TEST_FLAGS) $(addprefix --filter ,$(EXPLORATIONS)); explored=$$?; \
	wait $$called; called=$$?; cat .build/interop.log; [ $$explored = 0 ] && [ $$called = 0 ]

apple-sdk:
	@echo "==> type-checking what only an iPhone runs, and holding the models against Apple's surface"
	@Tests/AppleSDK/check $(CHANGED)

# The tests' build makes the command as well, and to ask SwiftPM for it costs half a minute of planning.
interop: deps-test $(if $(BUILT),,build)
	@echo "==> calling peers nobody here wrote"
	@Tests/Interop/in-namespace .venv/bin/pytest -q -rs Tests/Interop

# Where times matter nothing else should run.
networks: deps-test build
	@CARILLON_NETWORK_RUNS=$${CARILLON_NETWORK_RUNS:-20} CARILLON_HANDOVER_RUNS=$${CARILLON_HANDOVER_RUNS:-5} \
	    .venv/bin/pytest -q -rs Tests/Interop/test_networks.py Tests/Interop/test_handover.py

# Nor here.
voice: deps-test build
	@Packaging/install voice
	@.venv/bin/pip install --quiet --disable-pip-version-check -r Packaging/python-packages-voice.txt
	@CARILLON_VOICE=1 .venv/bin/pytest -q -rs Tests/Interop/test_voice.py -k speech

bench: optimized
	@$(OPTIMIZED)/release/carillon bench

mutants: deps
	@echo "==> building, ten minutes and more, then ten to twenty seconds for each of $(words $(wildcard Tests/Mutants/*.patch)) mutants"
	@Tests/Mutants/run

fuzz:
	@Fuzz/run

clean:
	@rm -rf .build .venv Fuzz/.build dist
