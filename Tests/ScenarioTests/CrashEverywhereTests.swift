import DeviceModel
import DeviceRuntime
import Scenarios
import Testing

/// The app ends at every single step of a call, and is opened again: what the person is told is right, once.
@MainActor
@Suite struct CrashEverywhereTests {
    /// The app is opened again long after the call is over everywhere.
    private static let reopening: Duration = .seconds(90)

    @Test func `killed at any step of an inbound call, the person learns what became of it, once`() async {
        var scenario = Scenario("inbound")
        scenario.calls = [ScenarioCall("anna", number: "+15550100", name: "Anna")]
        scenario.steps = [
            ScenarioStep(at: .zero, .exchange(.call("anna"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("anna", age: .zero))),
            ScenarioStep(at: .seconds(2), .person(.tap(.answer, "anna", inApp: false, times: 1))),
            ScenarioStep(at: .seconds(10), .person(.tap(.end, "anna", inApp: false, times: 1))),
        ]
        #expect(await checkKilledEverywhere(scenario, "Anna") >= 40)
    }

    @Test func `killed at any step of an inbound call that nobody takes, it is missed, once`() async {
        var scenario = Scenario("missed")
        scenario.calls = [ScenarioCall("anna", number: "+15550100", name: "Anna")]
        scenario.steps = [
            ScenarioStep(at: .zero, .exchange(.call("anna"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("anna", age: .zero))),
            ScenarioStep(at: .seconds(8), .exchange(.callerHangsUp("anna"))),
        ]
        #expect(await checkKilledEverywhere(scenario, "Anna") >= 25)
    }

    @Test func `killed at any step of an outbound call, the person learns what became of it, once`() async {
        var scenario = Scenario("outbound")
        scenario.device.app = .foreground
        scenario.calls = [ScenarioCall("zoe", number: "+15550200")]
        scenario.steps = [
            ScenarioStep(at: .zero, .person(.dial("zoe"))),
            ScenarioStep(at: .seconds(2), .exchange(.peerAnswers("zoe"))),
            ScenarioStep(at: .seconds(10), .person(.tap(.end, "zoe", inApp: false, times: 1))),
        ]
        #expect(await checkKilledEverywhere(scenario, "+15550200") >= 30)
    }

    @Test func `killed at any step of another organisation's call, the person learns what became of it, once`() async {
        var scenario = Scenario("cross-organisation")
        scenario.device.organizations = ["blue", "green"]
        scenario.calls = [ScenarioCall("gina", number: "+15550300", name: "Gina", organization: "green")]
        scenario.steps = [
            ScenarioStep(at: .zero, .exchange(.call("gina"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("gina", age: .zero))),
            ScenarioStep(at: .seconds(2), .person(.tap(.answer, "gina", inApp: false, times: 1))),
            ScenarioStep(at: .seconds(10), .exchange(.callerHangsUp("gina"))),
        ]
        #expect(await checkKilledEverywhere(scenario, "Gina") >= 35)
    }

    /// - Returns: how many steps there are.
    private func checkKilledEverywhere(_ whole: Scenario, _ name: String) async -> Int {
        var scenario = whole
        scenario.steps.append(ScenarioStep(at: Self.reopening, .person(.openApp)))
        scenario.until = Self.reopening + .seconds(40)
        // A push that the process was killed over counts as one without a report, whoever's fault it was.
        scenario.waived = [.noViolation, .everyRingKnown]
        let undisturbed = await play(scenario, killedAt: nil)
        #expect(undisturbed.outcome.isPassed)
        for step in 1...max(undisturbed.steps, 1) {
            let killed = await play(scenario, killedAt: step)
            let text = OutcomeText(killed.outcome).lines.joined(separator: "\n")
            #expect(killed.outcome.isPassed, "killed at step \(step):\n\(text)")
            judge(killed.outcome, name, step, text)
        }
        return undisturbed.steps
    }

    /// Told once at most; and told at all if the process died in a call that the person had taken, or that the exchange
    /// had been asked for. A call dialled that never left the phone stands as cancelled in Recents, and that is all; of
    /// one the person ended nobody need tell.
    private func judge(_ outcome: ScenarioOutcome, _ name: String, _ step: Int, _ text: String) {
        let told = outcome.moments.filter { $0.words.hasPrefix("notification,") && $0.words.contains(name) }
        #expect(told.count <= 1, "told twice, killed at step \(step):\n\(text)")
        guard let death = outcome.moments.firstIndex(where: { $0.words.hasPrefix("the app is killed") }) else { return }
        let before = outcome.moments[..<death].map(\.words)
        let isOver = before.contains { $0.contains("hung up") || $0.contains("hangs up") || $0.contains("taps End") }
        let isUnderWay = before.contains("\(name): answered here") || before.contains("\(name): dialled")
        guard isUnderWay, !isOver else { return }
        #expect(
            told.contains { $0.words.contains("ended unexpectedly") },
            "nobody was told, killed at step \(step):\n\(text)")
    }

    private func play(_ scenario: Scenario, killedAt step: Int?) async -> (outcome: ScenarioOutcome, steps: Int) {
        let phone = OurPhone()
        let outcome = await ScenarioRunner.run(scenario, on: phone) { device in
            let kernel = device.kernel
            phone.steps.begin(doing: { kernel.handle(.world(.life(.crash))) }, at: step)
        }
        return (outcome, phone.steps.count)
    }
}
