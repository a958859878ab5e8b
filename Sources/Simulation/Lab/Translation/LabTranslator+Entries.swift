import DeviceModel
import Trace
import WireJSON

/// What the Lab itself wrote.
extension LabTranslator {
    /// The most broken rules in the state, newest last.
    private static let violationsMax = 100
    /// What a person sees when a call begins to ring, as the observation log says it.
    private static let ringing = "rings"

    mutating func handleEntry(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let entry = LabEntry(record) else { return }
        let at = record.at
        switch entry {
        case .device(let id, let name):
            names[id] = name
            guard race?.renames(id, to: name) == true else { return }
            show(race, at: at, &timeline)
        case .person(let actor, let what): timeline.append(LabRow(at: at, from: actor, .person, what))
        case .lab(let actor, let what): timeline.append(LabRow(at: at, from: actor, .lab, what))
        case .seen(let actor, let what):
            timeline.append(LabRow(at: at, from: actor, .local, what))
            if what.hasPrefix(Self.ringing) { rings(actor, at: at, &timeline) }
        case .delivered(let phone, let what):
            timeline.append(LabRow(at: at, from: Self.apple, to: phone, .push, what))
        case .broken(let actor, let rule, let what): handleBroken(actor, rule, what, at: at, &timeline)
        case .state(let key, let value): timeline.set(key, to: value == .null ? nil : value, at: at)
        case .quality(let sample): timeline.add(sample)
        }
    }

    private mutating func handleBroken(
        _ phone: String, _ id: String, _ what: String, at: Duration, _ timeline: inout LabTimeline
    ) {
        let rule = DeviceRule.allCases.first { $0.id == id }
        var violation: JSONObject = [
            "i": .integer(Int64(timeline.next)), "at": at.labTime, "phone": .string(phone), "rule": .string(id),
            "what": .string(what),
        ]
        if let rule { violation.merge(rule.labJSON) }
        let grounds = rule.map { "\(id), \($0.certainty.rawValue): \($0.statement) Source: \($0.source)" } ?? id
        timeline.append(LabRow(at: at, from: phone, .violation, what, more: grounds, rule: id))
        violations.append(.object(violation))
        if violations.count > Self.violationsMax { violations.removeFirst() }
        timeline.set("violations", to: .array(violations), at: at)
        killed(phone, what, at: at, &timeline)
    }
}

extension DeviceRule {
    /// The rule as the page reads it.
    fileprivate var labJSON: JSONObject {
        [
            "rule": .string(id), "name": .string(name), "statement": .string(statement),
            "certainty": .string(certainty.rawValue), "source": .string(source),
            "framework": .string(framework.rawValue), "role": .string(role.rawValue),
        ]
    }
}
