import CallModel
package import DeviceModel
import DeviceRuntime
import Foundation
package import Scenarios
package import WireJSON

/// A scenario that was played in virtual time, as a timeline for the page.
package struct ScenarioTimeline: Sendable {
    /// The lane of the scenario's phone.
    package static let phone = "phone"

    package let outcome: ScenarioOutcome
    package let timeline: LabTimeline

    /// - Parameters:
    ///   - looks: what the phone was at different times, in order.
    ///   - observations: the observations of the phone since the scenario began, in order.
    package init(
        _ outcome: ScenarioOutcome, looks: [(at: Duration, PhoneSnapshot)], observations: [Observation]
    ) {
        self.outcome = outcome
        var recording = LabRecording()
        var calls = CallsOfLooks()
        var broken = observations.filter(\.isReported).map { BrokenRule($0) }[...]
        var rest = looks[...]
        for moment in outcome.moments {
            while let look = rest.first, look.at < moment.at {
                Self.handle(rest.removeFirst(), &calls, &recording)
            }
            recording.handle(Self.entry(moment).record(at: moment.at))
            guard moment.author == .phone, Self.isReported(moment.words), let told = broken.popFirst(), let next = told
            else { continue }
            recording.handle(
                LabEntry.broken(at: Self.phone, rule: next.rule.id, next.words).record(at: moment.at))
        }
        for look in rest { Self.handle(look, &calls, &recording) }
        timeline = recording.timeline
    }

    private static func handle(
        _ look: (at: Duration, PhoneSnapshot), _ calls: inout CallsOfLooks, _ recording: inout LabRecording
    ) {
        recording.handle(LabEntry.state("phone:\(phone)", look.1.json).record(at: look.at))
        guard let call = calls.change(look.1.calls) else { return }
        recording.handle(LabEntry.state("call:\(phone)", call).record(at: look.at))
    }

    private static func entry(_ moment: ScenarioMoment) -> LabEntry {
        switch moment.author {
        case .exchange where moment.isPush: .delivered(to: phone, moment.words)
        case .exchange: .seen(at: LabTranslator.exchange, moment.words)
        case .network, .fate: .lab(at: phone, moment.words)
        case .person: .person(at: phone, moment.words)
        case .phone, .app: .seen(at: phone, moment.words)
        }
    }

    /// The beginnings of what the observation log says of the observations that ``Observation/isReported`` selects.
    private static let toldBeginnings = [
        "the app is killed: ", "known to go wrong: ", "the system starts the app for no push",
    ]

    private static func isReported(_ words: String) -> Bool { toldBeginnings.contains { words.hasPrefix($0) } }

    /// The members that the answer to the page has.
    package var members: JSONObject {
        var members: JSONObject = [
            "name": .string(outcome.scenario.name), "on": .string(outcome.phone), "end": outcome.scenario.end.labTime,
            "passed": .bool(outcome.isPassed), "promises": .array(outcome.verdicts.map(\.labJSON)),
        ]
        members.merge(timeline.range(from: 0, count: timeline.next).members)
        return members
    }
}

/// The state of a scenario's call by the looks at its phone: a model has no trace of our call machine.
private struct CallsOfLooks {
    private let table = CallRegionTable()
    /// The calls that rang; any other call was placed here.
    private var incoming: Set<UUID> = []
    private var last = JSONValue.null

    /// The state of the phone's call in front, null without one; nil if it is as before.
    mutating func change(_ calls: [CallOnScreen]) -> JSONValue? {
        for call in calls where [.ringing, .ringingWithoutScreen].contains(call.stage) { incoming.insert(call.id) }
        let front = calls.last { $0.stage == .connected && !$0.isHeld } ?? calls.last
        let state = front.flatMap { table.json(words(of: $0), call: $0.id.uuidString) } ?? .null
        guard state != last else { return nil }
        last = state
        return state
    }

    private func words(of call: CallOnScreen) -> String {
        let direction: CallDirection = incoming.contains(call.id) ? .inbound : .outbound
        let progress: CallProgress =
            switch call.stage {
            case .ringing, .ringingWithoutScreen: .ringing
            case .connecting: direction == .inbound ? .answering : .connecting
            case .connected: .active
            }
        return "\(direction) \(progress.name)\(call.isHeld ? ", hold on" : "")"
    }
}

extension Observation {
    /// Whether it may break a rule, so that its sentence has a row for the rule behind it.
    fileprivate var isReported: Bool {
        switch self {
        case .terminated, .pushesRevoked, .hazard: true
        case .call, .recents, .sound, .pushNotDelivered, .pushViolation, .diagnosticAlert, .process, .unlockRequested:
            false
        }
    }
}

extension Verdict {
    fileprivate var labJSON: JSONValue {
        [
            "at": at.labTime, "promise": .string(promise), "kept": .bool(isHeld), "found": .string(found),
        ]
    }
}
