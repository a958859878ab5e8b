import DeviceModel
import DeviceRuntime
import PhoneKit
import Scenarios
import Testing

/// The app ends at every single step of a call. Another push of the call wakes it, or the person opens it long after the
/// call is over everywhere: its reports are right then, and come once. On the strict iPhone its calls outlive it.
@MainActor
@Suite struct CrashEverywhereTests {
    private static let reopening: Duration = .seconds(90)
    /// The report comes before the record that knows of it: between the two lie the end of the turn and the first six steps
    /// of the write, up to the rename.
    private static let unrecordedMax = 7

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
    func `killed at any step of an inbound call that is not answered, it is missed, once`(
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
    func `killed at any step and woken by another push, the call rings again, with one notice`(isTaken: Bool) async {
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
    func `killed at any step of another organization's call, the person learns what became of it, once`(
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
        #expect(undisturbed.outcome.isPassed, "no process was killed:\n\(text)")
        var unrecorded = 0
        for step in 1...max(undisturbed.steps, 1) {
            let killed = await play(scenario, killedAt: step)
            let complaints = killed.complaints(about: name)
            let text = OutcomeText(killed.outcome).lines.joined(separator: "\n")
            #expect(killed.outcome.isPassed, "killed at step \(step):\n\(text)")
            #expect(complaints.isEmpty, "killed at step \(step): \(complaints.joined(separator: ", "))\n\(text)")
            if !killed.isRecorded, killed.rang(name) { unrecorded += 1 }
        }
        #expect(unrecorded <= Self.unrecordedMax)
        return undisturbed.steps
    }

    private func prepare(_ whole: Scenario, _ profile: DeviceProfile) -> Scenario {
        var scenario = whole
        scenario.device.profile = profile
        scenario.steps.append(ScenarioStep(at: Self.reopening, .person(.openApp)))
        scenario.until = Self.reopening + .seconds(40)
        // A push that the process was killed over counts as one without a report, whatever the cause.
        scenario.waived = [.noViolation]
        return scenario
    }

    private func play(_ scenario: Scenario, killedAt step: Int?) async -> Aftermath {
        let phone = ShippedPhone()
        let recorded = Recorded()
        let outcome = await ScenarioRunner.run(scenario, on: phone) { device in
            let kernel = device.kernel
            let files = device.files
            let name = RecordFile.name
            phone.steps.begin(
                doing: {
                    recorded.handle(files, name)
                    kernel.handle(.world(.life(.crash)))
                }, at: step)
        }
        return Aftermath(outcome: outcome, steps: phone.steps.count, isRecorded: recorded.isSo)
    }
}
