package import Trace
package import WireJSON

/// The Lab's own entries in the trace: acts, sights of a person, broken rules, snapshots, measurements.
package enum LabEntry: Hashable, Sendable {
    static let machine = "Lab"

    /// The owner's name of a device that the exchange knows by an id.
    case device(id: String, name: String)
    /// An act of the person, at a phone or another party.
    case person(at: String, String)
    /// An act of the Lab.
    case lab(at: String, String)
    /// A sight or sound that a phone's person notices.
    case seen(at: String, String)
    /// A push that Apple's service handed to a phone.
    case delivered(to: String, String)
    /// A phone's app broke a rule.
    case broken(at: String, rule: String, String)
    /// The new value of a key of the state; null if it is gone.
    case state(String, JSONValue)
    case quality(LabSample)

    /// The record of a trace.
    package func record(at: Duration) -> TraceRecord {
        let (actor, kind, name, fields) = parts
        return TraceRecord(at: at, actor: actor, machine: Self.machine, kind: kind, name: name, fields: fields)
    }

    private var parts: (String, TraceRecord.Kind, String, JSONObject) {
        let lab = LabTranslator.lab
        switch self {
        case .device(let id, let name): return (lab, .note, "device", ["id": .string(id), "name": .string(name)])
        case .person(let actor, let what): return (actor, .event, "person", ["what": .string(what)])
        case .lab(let actor, let what): return (actor, .event, "lab", ["what": .string(what)])
        case .seen(let actor, let what): return (actor, .note, "seen", ["what": .string(what)])
        case .delivered(let actor, let what): return (actor, .event, "delivered", ["what": .string(what)])
        case .broken(let actor, let rule, let what):
            return (actor, .note, "broken", ["rule": .string(rule), "what": .string(what)])
        case .state(let key, let value): return (lab, .note, "state", ["key": .string(key), "value": value])
        case .quality(let sample): return (sample.phone, .note, "quality", sample.fields)
        }
    }

    /// Reads a record of the Lab back; nil if it is none of these.
    package init?(_ record: TraceRecord) {
        guard record.machine == Self.machine else { return nil }
        let fields = record.fields
        let what = fields["what"]?.string
        switch (record.name, what) {
        case ("device", _):
            guard let id = fields["id"]?.string, let name = fields["name"]?.string else { return nil }
            self = .device(id: id, name: name)
        case ("person", let what?): self = .person(at: record.actor, what)
        case ("lab", let what?): self = .lab(at: record.actor, what)
        case ("seen", let what?): self = .seen(at: record.actor, what)
        case ("delivered", let what?): self = .delivered(to: record.actor, what)
        case ("broken", let what?):
            guard let rule = fields["rule"]?.string else { return nil }
            self = .broken(at: record.actor, rule: rule, what)
        case ("state", _):
            guard let key = fields["key"]?.string, let value = fields["value"] else { return nil }
            self = .state(key, value)
        case ("quality", _): self = .quality(LabSample(record))
        default: return nil
        }
    }
}

extension LabSample {
    fileprivate var fields: JSONObject {
        var fields: JSONObject = [:]
        let values = [("mos", score), ("jitter", jitter), ("loss", loss), ("rtt", roundTrip)]
        for (name, value) in values { if let value { fields.append(name, .number(value)) } }
        return fields
    }

    fileprivate init(_ record: TraceRecord) {
        self.init(
            at: record.at, phone: record.actor, score: record.fields["mos"]?.number,
            jitter: record.fields["jitter"]?.number, loss: record.fields["loss"]?.number,
            roundTrip: record.fields["rtt"]?.number)
    }
}
