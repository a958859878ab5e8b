package import Trace
import WireJSON

/// Translates the records of a trace into rows and state of a timeline.
///
/// It needs nothing but the records, so that a trace that was saved shows the same as the run that wrote it. Values
/// that are redacted in a record stay redacted.
package struct LabTranslator: Sendable {
    static let exchange = "exchange"
    static let carrier = "carrier"
    static let apple = "apple"
    static let lab = "lab"

    /// The owner's names of devices by the ids that the exchange gives.
    var names: [String: String] = [:]
    /// The device of each connection to the exchange.
    var connections: [String: String] = [:]
    /// The devices that were connected at any time.
    var known: Set<String> = []
    /// The session of each call that a message names by its own id.
    var sessions: [String: String] = [:]
    /// The newest ring session.
    var race: LabRace?
    /// The newest leg of each phone that rings or was not answered.
    var legs: [String: LabLeg] = [:]
    /// The broken rules, newest last.
    var violations: [JSONValue] = []
    let regions = CallRegionTable()

    package init() {}

    /// Adds what a record tells to a timeline.
    package mutating func handle(_ record: TraceRecord, into timeline: inout LabTimeline) {
        switch record.machine {
        case LabEntry.machine: handleEntry(record, &timeline)
        case "Exchange": handleExchange(record, &timeline)
        case "RingSession": handleRing(record, &timeline)
        case "ClientMachine": handleClient(record, &timeline)
        case "Demo": timeline.append(LabRow(at: record.at, from: Self.lab, .lab, record.name))
        default: handleFramework(record, &timeline)
        }
    }

    /// The devices that are known only by the id that the exchange gave.
    var unnamed: Set<String> { known.filter { $0.hasPrefix(Self.givenID) && names[$0] == nil } }
    private static let givenID = "dev-"

    /// The name of a device that is known by its id at the exchange, or by its name.
    func name(of device: String) -> String { names[device] ?? device }

    /// Shows the race in the state.
    func show(_ race: LabRace?, at: Duration, _ timeline: inout LabTimeline) {
        timeline.set("race", to: race?.json, at: at)
    }
}

extension LabTranslator {
    /// A message's name, with its reason where it has one.
    static func label(_ message: JSONValue?) -> String? {
        guard let member = message?.object?.members.first else { return message?.string }
        guard let reason = member.value.object?["1"]?.string, !reason.hasPrefix("‹") else { return member.key }
        return "\(member.key): \(reason)"
    }

    /// The name of a case without its values.
    static func caseName(_ value: JSONValue?) -> String? { value?.object?.members.first?.key ?? value?.string }

    /// The first text with this key in a value, however deep.
    static func text(_ key: String, in value: JSONValue?) -> String? {
        switch value {
        case .object(let object)?:
            if let found = object[key]?.string { return found }
            for member in object.members {
                if let found = text(key, in: member.value) { return found }
            }
            return nil
        default: return nil
        }
    }
}

/// A timeline with the trace that it is made of.
package struct LabRecording: Sendable {
    package private(set) var timeline: LabTimeline
    package private(set) var trace = LabTrace()
    private var translator = LabTranslator()

    package init(_ limits: LabTimeline.Limits = LabTimeline.Limits()) {
        timeline = LabTimeline(limits)
    }

    /// Replays the records of a trace.
    package init(_ records: [TraceRecord]) {
        self.init()
        for record in records { handle(record) }
    }

    package mutating func handle(_ record: TraceRecord) {
        trace.append(record)
        translator.handle(record, into: &timeline)
    }

    /// The ids that the exchange gave to devices whose names are not known yet.
    package var unnamedDevices: Set<String> { translator.unnamed }

    package mutating func removeUpdate() -> LabUpdate? { timeline.removeUpdate() }
}
