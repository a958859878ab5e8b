import DeviceModel
import DeviceRuntime
import PhoneKit
import Scenarios
import Testing

/// The power is cut at every step of every write of the phone's record, in the store that an iPhone has. The phone is
/// unlocked and the app opened on the remaining files: the person gets the right reports, once.
@MainActor
@Suite struct PowerCutTests {
    /// What happens to the phone, were it not for the power.
    enum Story: String, CaseIterable, Sendable {
        case missed
        case missedAfterACrash
        case missedBeforeTheFirstUnlock
        case answered
        case declined
        case dialed
    }

    private static let reopenings: [Duration] = [.seconds(90), .seconds(190)]

    @Test(arguments: Story.allCases)
    func `S8: cut at any step of any write, the person learns what became of the call, once`(story: Story) async {
        let scenario = scenario(of: story)
        let steps = await play(scenario, cutAt: nil, PowerFailure()).aftermath.steps
        #expect(steps >= 14, "there are writes to cut into")
        for step in 1...max(steps, 1) {
            for loss in PowerFailure.allCases {
                let found = await play(scenario, cutAt: step, loss)
                let complaints = complaints(found, story)
                let text = OutcomeText(found.aftermath.outcome).lines.joined(separator: "\n")
                #expect(complaints.isEmpty, "\(loss) at step \(step) of \(steps): \(complaints)\n\(text)")
            }
        }
    }

    @Test func `a store on a file system that waits for nothing is caught by the same cuts`() async {
        let scenario = scenario(of: .missed)
        let steps = await play(scenario, cutAt: nil, PowerFailure(), synchronizes: false).aftermath.steps
        for loss in PowerFailure.allCases {
            var caught = 0
            for step in 1...max(steps, 1) {
                let found = await play(scenario, cutAt: step, loss, synchronizes: false)
                if !complaints(found, .missed).isEmpty { caught += 1 }
            }
            #expect(caught > 0, "\(loss)")
        }
    }

    private func scenario(of story: Story) -> Scenario {
        var scenario = Scenario("power cut, \(story.rawValue)")
        scenario.calls = [ScenarioCall("anna", number: "+15550100", name: story == .dialed ? nil : "Anna")]
        if story == .missedBeforeTheFirstUnlock { scenario.device.lock = .beforeFirstUnlock }
        if story == .dialed { scenario.device.app = .foreground }
        scenario.steps = steps(of: story)
        for opening in Self.reopenings {
            scenario.steps.append(ScenarioStep(at: opening - .seconds(5), .person(.unlock)))
            scenario.steps.append(ScenarioStep(at: opening, .person(.openApp)))
            scenario.steps.append(ScenarioStep(at: opening + .seconds(45), .person(.leaveApp)))
        }
        scenario.until = (Self.reopenings.last ?? .zero) + .seconds(60)
        // No process can report data that the power cut took before it was stored.
        scenario.waived = [.noViolation, .everyRingKnown]
        return scenario
    }

    private func steps(of story: Story) -> [ScenarioStep] {
        guard story != .dialed else {
            return [
                ScenarioStep(at: .zero, .person(.dial("anna"))),
                ScenarioStep(at: .seconds(2), .exchange(.peerAnswers("anna"))),
                ScenarioStep(at: .seconds(10), .person(.tap(.end, "anna", inApp: false, times: 1))),
            ]
        }
        var steps = [
            ScenarioStep(at: .zero, .exchange(.call("anna"))),
            ScenarioStep(at: .milliseconds(100), .exchange(.push("anna", age: .zero))),
        ]
        switch story {
        case .missed, .dialed: break
        case .missedAfterACrash: steps.append(ScenarioStep(at: .seconds(2), .fate(.crash)))
        case .missedBeforeTheFirstUnlock:
            steps.append(ScenarioStep(at: .seconds(3), .person(.unlock)))
            steps.append(ScenarioStep(at: .seconds(4), .exchange(.push("anna", age: .zero))))
        case .answered:
            steps.append(ScenarioStep(at: .seconds(2), .person(.tap(.answer, "anna", inApp: false, times: 1))))
            steps.append(ScenarioStep(at: .seconds(6), .person(.tap(.end, "anna", inApp: false, times: 1))))
        case .declined:
            steps.append(ScenarioStep(at: .seconds(2), .person(.tap(.decline, "anna", inApp: false, times: 1))))
        }
        steps.append(ScenarioStep(at: .seconds(8), .exchange(.callerHangsUp("anna"))))
        return steps
    }

    private func complaints(_ found: (aftermath: Aftermath, cut: PowerCut), _ story: Story) -> [String] {
        let name = story == .dialed ? "+15550100" : "Anna"
        var complaints = found.aftermath.complaints(about: name)
        complaints += found.aftermath.outcome.failures.map(\.description)
        if !found.cut.isLeftWhole { complaints.append("the record is neither the one believed in nor the one begun") }
        let told = found.aftermath.outcome.moments.map(\.words).count {
            $0.hasPrefix("notification,") && $0.contains("Missed call: \(name)")
        }
        switch story {
        case .missed, .missedAfterACrash, .missedBeforeTheFirstUnlock:
            if found.aftermath.isRecorded, told == 0 { complaints.append("the person was not told that it is missed") }
        case .answered, .declined, .dialed: break
        }
        if found.cut.isBelievedShown, wasOnScreen(found.aftermath) {
            complaints.removeAll { $0 == "the person was not told that it is missed" }
        }
        return complaints
    }

    /// While the app is on the screen, the notification center takes a notice and asks the app before it shows it. Between
    /// the two the record has it as told, and only the app's own list of calls shows it.
    private func wasOnScreen(_ aftermath: Aftermath) -> Bool {
        let words = aftermath.outcome.moments.map(\.words)
        guard let cut = words.lastIndex(of: "the app is killed: the phone restarts") else { return false }
        return words[..<cut].last { $0.hasPrefix("the app: ") } == "the app: in the foreground"
    }

    private func play(
        _ scenario: Scenario, cutAt step: Int?, _ loss: PowerFailure, synchronizes: Bool = true
    ) async -> (aftermath: Aftermath, cut: PowerCut) {
        let phone = ShippedPhone()
        let cut = PowerCut(synchronizes: synchronizes)
        phone.files = { context, _ in cut.store(context.files) }
        let outcome = await ScenarioRunner.run(scenario, on: phone) { cut.begin($0, at: step, loss) }
        return (Aftermath(outcome: outcome, steps: cut.steps, isRecorded: cut.isRecorded), cut)
    }
}
