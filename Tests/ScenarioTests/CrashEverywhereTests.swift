import DeviceModel
import DeviceRuntime
import PhoneKit
import Scenarios
import Testing

/// The app ends at every single step of a call. Another push of the call wakes it, or the person opens it long after the
/// call is over everywhere: what it tells then is right, once. On the strict iPhone its calls outlive it.
@MainActor
@Suite struct CrashEverywhereTests {
    /// What came of a death.
    private struct Aftermath {
        let outcome: ScenarioOutcome
        let steps: Int
        /// Whether the record knew of the call when the process died.
        let isRecorded: Bool
    }

    private static let reopening: Duration = .seconds(90)
    /// The report comes before the record that knows of it: between the two lie the end of the turn and the write.
    private static let unrecordedMax = 3

    @Test(arguments: [DeviceProfile.ios26p4, .strict])
    func `killed at any step of an inbound call, the person learns what became of it, once`(
        profile: DeviceProfile
    ) async {
        var scenario = Scenario("inbound")
        scenario.calls = [ScenarioCall("anna", number: "+15550100", name: "Anna")]
        scenario.steps = [
            ScenarioStep(at: .zero, .exchange(.call("anna"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("anna", age: .zero))),
            ScenarioStep(at: .seconds(2), .person(.tap(.answer, "anna", inApp: false, times: 1))),
            ScenarioStep(at: .seconds(10), .person(.tap(.end, "anna", inApp: false, times: 1))),
        ]
        #expect(await checkKilledEverywhere(scenario, profile, "Anna") >= 40)
    }

    @Test(arguments: [DeviceProfile.ios26p4, .strict])
    func `killed at any step of an inbound call that nobody takes, it is missed, once`(
        profile: DeviceProfile
    ) async {
        var scenario = Scenario("missed")
        scenario.calls = [ScenarioCall("anna", number: "+15550100", name: "Anna")]
        scenario.steps = [
            ScenarioStep(at: .zero, .exchange(.call("anna"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("anna", age: .zero))),
            ScenarioStep(at: .seconds(8), .exchange(.callerHangsUp("anna"))),
        ]
        #expect(await checkKilledEverywhere(scenario, profile, "Anna") >= 25)
    }

    @Test(arguments: [false, true])
    func `killed at any step and woken by another push, it rings again, and is told of once`(isTaken: Bool) async {
        var scenario = Scenario("woken")
        scenario.calls = [ScenarioCall("anna", number: "+15550100", name: "Anna")]
        scenario.steps = [
            ScenarioStep(at: .zero, .exchange(.call("anna"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("anna", age: .zero))),
            ScenarioStep(at: .seconds(1), .exchange(.push("anna", age: .zero))),
        ]
        if isTaken {
            scenario.steps.append(ScenarioStep(at: .seconds(2), .person(.tap(.answer, "anna", inApp: false, times: 1))))
        }
        scenario.steps.append(ScenarioStep(at: .seconds(10), .exchange(.callerHangsUp("anna"))))
        #expect(await checkKilledEverywhere(scenario, .ios26p4, "Anna") >= 30)
    }

    @Test(arguments: [DeviceProfile.ios26p4, .strict])
    func `killed at any step of an outbound call, the person learns what became of it, once`(
        profile: DeviceProfile
    ) async {
        var scenario = Scenario("outbound")
        scenario.device.app = .foreground
        scenario.calls = [ScenarioCall("zoe", number: "+15550200")]
        scenario.steps = [
            ScenarioStep(at: .zero, .person(.dial("zoe"))),
            ScenarioStep(at: .seconds(2), .exchange(.peerAnswers("zoe"))),
            ScenarioStep(at: .seconds(10), .person(.tap(.end, "zoe", inApp: false, times: 1))),
        ]
        #expect(await checkKilledEverywhere(scenario, profile, "+15550200") >= 30)
    }

    @Test(arguments: [DeviceProfile.ios26p4, .strict])
    func `killed at any step of another organisation's call, the person learns what became of it, once`(
        profile: DeviceProfile
    ) async {
        var scenario = Scenario("cross-organisation")
        scenario.device.organizations = ["blue", "green"]
        scenario.calls = [ScenarioCall("gina", number: "+15550300", name: "Gina", organization: "green")]
        scenario.steps = [
            ScenarioStep(at: .zero, .exchange(.call("gina"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("gina", age: .zero))),
            ScenarioStep(at: .seconds(2), .person(.tap(.answer, "gina", inApp: false, times: 1))),
            ScenarioStep(at: .seconds(10), .exchange(.callerHangsUp("gina"))),
        ]
        #expect(await checkKilledEverywhere(scenario, profile, "Gina") >= 35)
    }

    /// - Returns: how many steps there are.
    private func checkKilledEverywhere(_ whole: Scenario, _ profile: DeviceProfile, _ name: String) async -> Int {
        let scenario = prepare(whole, profile)
        let undisturbed = await play(scenario, killedAt: nil)
        let text = OutcomeText(undisturbed.outcome).lines.joined(separator: "\n")
        #expect(undisturbed.outcome.isPassed, "nobody was killed:\n\(text)")
        var unrecorded = 0
        for step in 1...max(undisturbed.steps, 1) {
            let killed = await play(scenario, killedAt: step)
            let complaints = complaints(killed, name)
            let text = OutcomeText(killed.outcome).lines.joined(separator: "\n")
            #expect(killed.outcome.isPassed, "killed at step \(step):\n\(text)")
            #expect(complaints.isEmpty, "killed at step \(step): \(complaints.joined(separator: ", "))\n\(text)")
            if !killed.isRecorded, rang(killed.outcome, name) { unrecorded += 1 }
        }
        #expect(unrecorded <= Self.unrecordedMax)
        return undisturbed.steps
    }

    private func prepare(_ whole: Scenario, _ profile: DeviceProfile) -> Scenario {
        var scenario = whole
        scenario.device.profile = profile
        scenario.steps.append(ScenarioStep(at: Self.reopening, .person(.openApp)))
        scenario.until = Self.reopening + .seconds(40)
        // A push that the process was killed over counts as one without a report, whoever's fault it was.
        scenario.waived = [.noViolation]
        return scenario
    }

    /// Told once at most, and never of the wrong thing. Told for certain that it ended unexpectedly, if the process died
    /// in a call that the person had taken, or that the exchange had been asked for; and that it was missed, if it rang
    /// then and nobody takes it later. Of a call dialled that never left the phone nobody need tell, nor of one the person
    /// ended.
    private func complaints(_ aftermath: Aftermath, _ name: String) -> [String] {
        let moments = aftermath.outcome.moments.map(\.words)
        let told = moments.filter { $0.hasPrefix("notification,") && $0.contains(name) }
        let dropped = told.count { $0.contains("ended unexpectedly") }
        let missed = told.count { $0.contains("Missed call: \(name)") }
        var complaints = told.count > 1 ? ["told \(told.count) times"] : []
        if dropped + missed < told.count { complaints.append("told of something else") }
        guard let death = moments.firstIndex(where: { $0.hasPrefix("the app is killed") }) else {
            // The step lay behind the story's end.
            return complaints
        }
        let before = moments[..<death]
        let isOver = before.contains { $0.contains("hung up") || $0.contains("hangs up") || $0.contains("taps End") }
        let isUnderWay = before.contains("\(name): answered here") || before.contains("\(name): dialled")
        // Whether the phone had taken the person's tap in, only it can know.
        let isWanted = before.contains("accepted") || before.contains("taps Answer for \(name)")
        if isUnderWay, missed > 0 { complaints.append("what was taken is told as missed") }
        if !isUnderWay, !isWanted, dropped > 0 { complaints.append("what was not taken is told as dropped") }
        guard !isOver else { return complaints }
        if isUnderWay, dropped == 0 { complaints.append("nobody was told that it is dropped") }
        let hasRung = before.contains("rings: \(name)") && aftermath.isRecorded
        let ringsAgain = moments[death...].contains("rings: \(name)")
        let isTakenLater = moments.contains("\(name): answered here")
        if hasRung || ringsAgain, !isUnderWay, !isTakenLater, told.isEmpty {
            complaints.append("nobody was told that it is missed")
        }
        return complaints
    }

    private func rang(_ outcome: ScenarioOutcome, _ name: String) -> Bool {
        outcome.moments.prefix { !$0.words.hasPrefix("the app is killed") }.contains { $0.words == "rings: \(name)" }
    }

    private func play(_ scenario: Scenario, killedAt step: Int?) async -> Aftermath {
        let phone = OurPhone()
        let recorded = Recorded()
        let outcome = await ScenarioRunner.run(scenario, on: phone) { device in
            let kernel = device.kernel
            let files = device.files
            let name = RecordFile.name
            phone.steps.begin(
                doing: {
                    recorded.take(files, name)
                    kernel.handle(.world(.life(.crash)))
                }, at: step)
        }
        return Aftermath(outcome: outcome, steps: phone.steps.count, isRecorded: recorded.isSo)
    }
}
