import NaivePhones
import Scenarios
import Testing

/// Faults drawn from a seed: which ones, and that the phone outlives each.
@MainActor
@Suite struct DrawnFaultsTests {
    private static let span = (from: Duration.seconds(30), until: Duration.seconds(1_500))
    /// A phone that rests tries every five minutes.
    private static let patience: Duration = .seconds(330)

    private func faults(_ seed: UInt64, _ kinds: [DrawnFaults.Kind] = DrawnFaults.Kind.allCases) -> DrawnFaults {
        DrawnFaults(seed: seed, from: Self.span.from, until: Self.span.until, count: 12, kinds: kinds)
    }

    private func twoCallers(after faults: DrawnFaults) -> Scenario {
        var scenario = Scenario("disorder, then two callers")
        scenario.device.app = .foreground
        scenario.calls = [
            ScenarioCall("anna", number: "+15550100", name: "Anna"),
            ScenarioCall("bea", number: "+15550110", name: "Bea"),
        ]
        scenario.faults = faults
        let (call, second) = (Self.span.until + Self.patience, Self.span.until + Self.patience + .seconds(20))
        scenario.steps = [
            ScenarioStep(at: call, .exchange(.call("anna"))),
            ScenarioStep(at: call + .seconds(3), .exchange(.callerHangsUp("anna"))),
            ScenarioStep(at: second, .person(.leaveApp)),
            ScenarioStep(at: second + .seconds(10), .exchange(.call("bea"))),
            ScenarioStep(at: second + .seconds(11), .exchange(.push("bea", age: .zero))),
            ScenarioStep(at: second + .seconds(14), .exchange(.callerHangsUp("bea"))),
        ]
        scenario.expectations = [
            Expectation(at: call + .seconds(2), .looks("anna", .rings)),
            Expectation(at: second, .nothingRings),
            Expectation(at: second + .seconds(13), .looks("bea", .rings)),
        ]
        return scenario
    }

    @Test func `the same seed draws the same faults, and another one others`() {
        #expect(faults(7).steps == faults(7).steps)
        #expect(faults(7).steps != faults(8).steps)
        #expect(Set((0..<100).map { faults($0).steps }).count == 100)
    }

    @Test func `drawn faults lie in their span, in order of time, and end with everything repaired`() {
        for seed: UInt64 in 0..<200 {
            let steps = faults(seed).steps
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.at <= $1.at }, "seed \(seed)")
            #expect(steps.allSatisfy { $0.at >= Self.span.from && $0.at <= Self.span.until }, "seed \(seed)")
            let last = steps.filter { $0.at == Self.span.until }.map(\.action)
            let order: [ScenarioAction] = [
                .network(.path(.wifi(1))), .network(.connectionBack), .person(.unlock), .person(.openApp),
            ]
            #expect(Array(last.suffix(order.count)) == order, "seed \(seed)")
        }
    }

    @Test func `only the kinds that are named are drawn, and each of them`() {
        for kind in DrawnFaults.Kind.allCases {
            let actions = (0..<20).flatMap { faults($0, [kind]).steps.map(\.action) }
            #expect(actions.allSatisfy { $0.isOf(kind) }, "\(kind)")
            #expect(!actions.isEmpty, "\(kind)")
        }
    }

    @Test func `a scenario lists its faults and has each among its moments`() async {
        var scenario = Scenario("disorder")
        scenario.device.app = .foreground
        scenario.faults = faults(7, [.connection])
        let moments = await ScenarioRunner.run(scenario).moments.map(\.words)
        #expect(moments.first == "12 faults come from the seed 7, until 1500.000 s: connection")
        #expect(moments.count { $0 == "the connection to the exchange breaks" } == 12)
    }

    /// Split so that the suite's parallel runs share the work.
    @Test(arguments: [0, 50, 100, 150] as [UInt64])
    func `after all faults a phone rings over its connection and by a push`(first: UInt64) async {
        for seed in first..<first + 50 {
            let outcome = await ScenarioRunner.run(twoCallers(after: faults(seed)))
            #expect(
                outcome.isPassed,
                "the seed is \(seed):\n\(OutcomeText(outcome).lines.joined(separator: "\n"))")
        }
    }

    @Test func `a phone that tries no more once it could not connect is found by some seed`() async {
        var seed: UInt64 = 0
        // on purpose: each round plays another seed
        while seed < 50 {
            let outcome = await ScenarioRunner.run(twoCallers(after: faults(seed)), on: NaivePhone([.triesOnce]))
            if outcome.shows("Anna rings; but there is nothing") { return }
            seed += 1
        }
        Issue.record("none of \(seed) seeds finds it")
    }
}

extension ScenarioAction {
    fileprivate func isOf(_ kind: DrawnFaults.Kind) -> Bool {
        switch (kind, self) {
        case (.path, .network(.path)), (.connection, .network(.connectionBreaks)),
            (.exchange, .network(.connectionLost)), (.exchange, .network(.connectionBack)),
            (.memory, .fate(.memoryReclaimed)), (.lock, .person(.lock)), (.lock, .person(.unlock)),
            (.app, .person(.leaveApp)), (.app, .person(.openApp)):
            true
        default: false
        }
    }
}
