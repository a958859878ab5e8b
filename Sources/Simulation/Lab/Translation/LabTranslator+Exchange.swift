import Trace
import WireJSON

/// Messages between the exchange and its devices.
extension LabTranslator {
    private static let unworthy: Set = ["ready", "candidate", "endOfCandidates"]

    mutating func handleExchange(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        switch (record.kind, record.name) {
        case (.event, "deviceConnected"): handleLogin(record, &timeline)
        case (.event, "connectionLost"): handleLoss(record, &timeline)
        case (.event, "request"): recordMessage(record, record.fields["2"], isRequest: true, &timeline)
        case (.effect, "send"): recordMessage(record, record.fields["1"], isRequest: false, &timeline)
        case (.effect, "push"): handlePush(record, &timeline)
        case (.effect, "journal"): handleJournal(record, &timeline)
        default: break
        }
    }

    private mutating func handleLogin(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let connection = record.fields["0"]?.string,
            let device = record.fields["1"]?.object?["device"]?.string
        else { return }
        let isBack = !known.insert(device).inserted
        connections[connection] = device
        timeline.append(
            LabRow(
                at: record.at, from: name(of: device), to: Self.exchange, .message, isBack ? "login again" : "login"))
        showSockets(record.at, &timeline)
    }

    private mutating func handleLoss(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let device = record.fields["0"]?.string.flatMap({ connections.removeValue(forKey: $0) }) else { return }
        timeline.append(
            LabRow(
                at: record.at, from: name(of: device), .local, "socket lost",
                more: record.fields["1"]?.string ?? ""))
        showSockets(record.at, &timeline)
    }

    private func showSockets(_ at: Duration, _ timeline: inout LabTimeline) {
        timeline.set("exchange", to: ["sockets": .integer(Int64(connections.count))], at: at)
    }

    private mutating func recordMessage(
        _ record: TraceRecord, _ message: JSONValue?, isRequest: Bool, _ timeline: inout LabTimeline
    ) {
        guard let device = record.fields["0"]?.string.flatMap({ connections[$0] }),
            let label = Self.label(message), let method = Self.caseName(message), !Self.unworthy.contains(method)
        else { return }
        let lane = name(of: device)
        timeline.append(
            LabRow(
                at: record.at, from: isRequest ? lane : Self.exchange, to: isRequest ? Self.exchange : lane, .message,
                label, call: session(of: message)))
    }

    /// The session that a message names; a message that names only its call's own id has that of the one before.
    private mutating func session(of message: JSONValue?) -> String? {
        let value = message?.object?.members.first?.value
        let id =
            Self.text("callID", in: value) ?? value?.object?["0"]?.string ?? value?.object?["value"]?.string
        // A transfer is of the call that it transfers, and names the session of the one that rings the target.
        if Self.caseName(message) != "transfer", let session = Self.text("session", in: value) {
            // A bound, as calls of a long run have no end that is seen here.
            if sessions.count > Self.sessionsMax { sessions.removeAll() }
            if let id { sessions[id] = session }
            return session
        }
        return id.flatMap { sessions[$0] }
    }

    private static let sessionsMax = 10_000

    private func handlePush(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let device = record.fields["1"]?.string, let kind = Self.caseName(record.fields["2"]) else { return }
        timeline.append(
            LabRow(
                at: record.at, from: Self.exchange, to: Self.apple, .push, "push: \(kind)",
                more: "to \(name(of: device))", call: Self.text("session", in: record.fields["2"])))
    }

    private func handleJournal(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        let entry = record.fields["value"]?.object
        guard let change = entry?["change"]?.object?.members.first else { return }
        let what: String
        switch change.key {
        case "claimed": what = "claimed, committed before any device is notified"
        case "transferred":
            let device = Self.text("device", in: change.value).map(name(of:)) ?? "another device"
            what = "transferred to \(device), committed before either side is notified"
        case "ended": what = "ended: \(change.value.object?["value"]?.string ?? "")"
        default: return
        }
        timeline.append(
            LabRow(at: record.at, from: Self.exchange, .decision, what, call: entry?["session"]?.string))
    }
}
