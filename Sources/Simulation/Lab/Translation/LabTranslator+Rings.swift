import Trace
import WireJSON

/// Calls to a number: what carrier, exchange and devices tell each other, and the race of the devices.
extension LabTranslator {
    private static let unworthyNews: Set = ["initiated", "looked"]
    private static let unworthyCommands: Set = ["look", "stopPlayback"]

    mutating func handleRing(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let session = record.fields["session"]?.string else { return }
        switch (record.kind, record.name) {
        case (.event, "open"): handleOpening(record, session, &timeline)
        case (.event, "carrier"): handleCarrierEvent(record, session, &timeline)
        case (.event, "device"): handleDevice(record, session, &timeline)
        case (.effect, "command"): handleCommand(record, session, &timeline)
        case (.effect, "push"): handleRingPush(record, session, &timeline)
        case (.effect, "notice"): handleNotice(record, session, &timeline)
        case (.effect, "stateChanged"): handleState(record, session, &timeline)
        default: break
        }
    }

    private mutating func handleOpening(_ record: TraceRecord, _ session: String, _ timeline: inout LabTimeline) {
        let isOutbound = record.fields["isOutbound"]?.bool == true
        let devices = (record.fields["devices"]?.array ?? []).compactMap(\.string).map(name)
        timeline.append(
            LabRow(
                at: record.at, from: record.fields["provider"]?.string ?? Self.carrier, to: Self.exchange, .message,
                isOutbound ? "webhook: a device calls out" : "webhook: a call comes in", call: session))
        timeline.append(
            LabRow(
                at: record.at, from: Self.exchange, .decision,
                isOutbound ? "ring session for a call out" : "ring session for \(devices.count) devices",
                more: isOutbound ? "" : devices.joined(separator: ", "), call: session))
        guard !isOutbound else { return }
        race = LabRace(session: session, began: record.at, devices: devices)
        show(race, at: record.at, &timeline)
    }

    private func handleCarrierEvent(_ record: TraceRecord, _ session: String, _ timeline: inout LabTimeline) {
        guard let news = Self.caseName(record.fields["value"]), !Self.unworthyNews.contains(news) else { return }
        timeline.append(
            LabRow(
                at: record.at, from: Self.carrier, to: Self.exchange, .message, "webhook: \(news)", call: session))
    }

    private mutating func handleDevice(_ record: TraceRecord, _ session: String, _ timeline: inout LabTimeline) {
        guard let id = record.fields["0"]?.string, let asked = Self.label(record.fields["1"]) else { return }
        let device = name(of: id)
        timeline.append(
            LabRow(at: record.at, from: device, to: Self.exchange, .message, asked, call: session))
        guard asked.hasPrefix("decline"), race?.session == session, race?.end == nil else { return }
        race?.settles(device, .declined, at: record.at, note: asked)
        show(race, at: record.at, &timeline)
    }

    private func handleCommand(_ record: TraceRecord, _ session: String, _ timeline: inout LabTimeline) {
        guard let name = Self.caseName(record.fields["0"]), !Self.unworthyCommands.contains(name),
            let label = Self.label(record.fields["0"])
        else { return }
        timeline.append(
            LabRow(at: record.at, from: Self.exchange, to: Self.carrier, .message, label, call: session))
    }

    private mutating func handleRingPush(_ record: TraceRecord, _ session: String, _ timeline: inout LabTimeline) {
        guard let id = record.fields["1"]?.string, let kind = Self.label(record.fields["0"]) else { return }
        let device = name(of: id)
        timeline.append(
            LabRow(
                at: record.at, from: Self.exchange, to: Self.apple, .push, "push: \(kind)", more: "to \(device)",
                call: session))
        guard race?.session == session, kind.hasPrefix("ring") else { return }
        let isRevoked = timeline.state["phone:\(device)"]?.object?["revoked"] == true
        race?.change(device) { lane in
            lane.isPushed = lane.rings == nil
            lane.isRevoked = isRevoked
        }
        show(race, at: record.at, &timeline)
    }

    /// A notice reaches only a device that is connected; its statement about the race holds in any case.
    private mutating func handleNotice(_ record: TraceRecord, _ session: String, _ timeline: inout LabTimeline) {
        guard let id = record.fields["1"]?.string, let notice = Self.caseName(record.fields["0"]) else { return }
        let device = name(of: id)
        if connections.values.contains(id) {
            timeline.append(
                LabRow(at: record.at, from: Self.exchange, to: device, .message, notice, call: session))
        }
        let word = Self.word(of: notice, record.fields["0"])
        let reason = word.flatMap(LabRace.reason)
        if reason != nil || notice == "ringingAgain" { told(device, reason, in: session, at: record.at, &timeline) }
        guard race?.session == session else { return }
        switch notice {
        case "ringingAgain": race?.ringsAgain(device)
        case "won": race?.settles(device, .won, at: record.at)
        case "answeredElsewhere", "declinedElsewhere", "over":
            // A device that was not told of the answer learns of it by its result.
            let hasLost = word == "answeredElsewhere" || word == "declinedElsewhere"
            race?.settles(device, hasLost ? .lost : .ended, at: record.at, note: word ?? "")
        default: return
        }
        show(race, at: record.at, &timeline)
    }

    /// The word for why a device stops ringing, of a notice that has one.
    private static func word(of notice: String, _ value: JSONValue?) -> String? {
        notice == "over" ? text("value", in: value) : notice
    }

    private mutating func handleState(_ record: TraceRecord, _ session: String, _ timeline: inout LabTimeline) {
        guard let state = record.fields["value"]?.object, let stage = state["stage"]?.string else { return }
        let winner = state["winner"]?.string.map(name)
        let outcome = state["outcome"]?.string
        switch stage {
        case "claimed":
            timeline.append(
                LabRow(
                    at: record.at, from: Self.exchange, .decision, "claimed by \(winner ?? "a device")",
                    more: "committed before any device is told; epoch \(state["epoch"]?.integer ?? 0)", call: session))
        case "ended":
            timeline.append(
                LabRow(
                    at: record.at, from: Self.exchange, .decision, outcome.map { "ended: \($0)" } ?? "ended",
                    call: session))
            guard race?.session == session else { return }
            race?.finish(at: record.at, outcome: outcome)
            show(race, at: record.at, &timeline)
        default: break
        }
    }

    /// The system shows a phone's call: from now on its lane rings.
    mutating func rings(_ phone: String, at: Duration, _ timeline: inout LabTimeline) {
        guard race?.end == nil, race != nil else { return }
        race?.begins(phone, at: at)
        show(race, at: at, &timeline)
    }

    /// A phone's app was ended while its phone should ring.
    mutating func killed(_ phone: String, _ why: String, at: Duration, _ timeline: inout LabTimeline) {
        guard race?.end == nil, race != nil else { return }
        race?.settles(phone, .killed, at: at, note: why)
        show(race, at: at, &timeline)
    }
}
