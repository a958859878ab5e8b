import Trace
import WireJSON

/// Calls over a carrier: webhooks and commands between carrier and exchange, and messages between carrier and phones.
extension Timeline {
    /// Events and commands that would only repeat neighboring lines.
    private static let ignoredEvents = ["initiated", "looked"]
    private static let unworthyCommands = ["look", "stopPlayback"]
    private static let shownMethods = ["login", "invite", "attach", "attachCalls", "answer", "bye", "modify"]

    mutating func handleRing(_ record: TraceRecord) {
        guard let session = record.fields["session"]?.string else { return }
        if record.kind == .event, record.name == "open" { return handleOpening(record, session) }
        guard carrierSessions.contains(session) else { return }
        switch (record.kind, record.name) {
        case (.event, "carrier"):
            guard let event = record.fields["value"].flatMap(Self.name), !Self.ignoredEvents.contains(event) else {
                return
            }
            entries.append((record.at, .arrow(from: carrierLane, to: 0, label: "webhook: \(event)")))
        case (.event, "device"):
            guard let lane = lane(of: record.fields["0"]), let asked = record.fields["1"].flatMap(Self.label) else {
                return
            }
            entries.append((record.at, .arrow(from: lane, to: 0, label: asked)))
        case (.effect, "command"):
            guard let command = record.fields["0"].flatMap(Self.label), !Self.unworthyCommands.contains(command) else {
                return
            }
            entries.append((record.at, .arrow(from: 0, to: carrierLane, label: command)))
        case (.effect, "push"):
            guard let lane = lane(of: record.fields["1"]), let push = record.fields["0"].flatMap(Self.label) else {
                return
            }
            entries.append((record.at, .arrow(from: 0, to: lane, label: "push: \(push)")))
        default: break
        }
    }

    private mutating func handleOpening(_ record: TraceRecord, _ session: String) {
        guard record.fields["provider"]?.string == Self.carrier else { return }
        carrierSessions.insert(session)
        let isOutbound = record.fields["isOutbound"]?.bool == true
        let count = record.fields["devices"]?.array?.count ?? 0
        let comes = isOutbound ? "webhook: a device calls out" : "webhook: a call comes in"
        entries.append((record.at, .arrow(from: carrierLane, to: 0, label: comes)))
        let what = isOutbound ? "a ring session for a call out" : "a ring session for \(count) devices"
        entries.append((record.at, .mark(at: 0, label: what)))
    }

    /// Adds a message between the carrier and a phone's client that is registered there.
    mutating func handleCarrierClient(_ record: TraceRecord) {
        let suffix = "@\(Self.carrier)"
        guard record.actor.hasSuffix(suffix),
            let lane = lanes.firstIndex(of: String(record.actor.dropLast(suffix.count)))
        else { return }
        let isSent = record.kind == .effect && record.name == "send"
        guard isSent || record.kind == .event && record.name == "received", let frame = Self.frame(of: record),
            let method = frame["content"]?.object?["request"]?.object?["method"]?.string?.split(separator: ".").last,
            Self.shownMethods.contains(String(method))
        else { return }
        let (from, to) = isSent ? (lane, carrierLane) : (carrierLane, lane)
        entries.append((record.at, .arrow(from: from, to: to, label: String(method))))
    }

    private static func frame(of record: TraceRecord) -> JSONObject? {
        let message = record.fields["1"]?.object
        return message?["frame"]?.object?["value"]?.object ?? message
    }

    /// The label of a push that the carrier sends by itself.
    static let carrierPush = "push: ring, by the carrier"

    /// Adds a push that the carrier sends by itself.
    mutating func handleCarrierPush(_ record: TraceRecord) {
        let lane = lanes.firstIndex(of: record.actor) ?? lanes.count
        if lane == lanes.count { lanes.append(record.actor) }
        entries.append((record.at, .arrow(from: carrierLane, to: lane, label: Self.carrierPush)))
    }

    /// Adds a mark where the app reports a call to the system.
    mutating func handleReport(_ record: TraceRecord) {
        guard let lane = lanes.firstIndex(of: record.actor) else { return }
        entries.append((record.at, .mark(at: lane, label: "reported to the system")))
    }

    private var carrierLane: Int {
        mutating get {
            if let lane = lanes.firstIndex(of: Self.carrier) { return lane }
            lanes.append(Self.carrier)
            return lanes.count - 1
        }
    }

    /// The lane of a device. A device rung by a call gets one even if it has never connected to the exchange.
    private mutating func lane(of device: JSONValue?) -> Int? {
        guard let id = device?.string else { return nil }
        let name = names[id] ?? id
        if let lane = lanes.firstIndex(of: name) { return lane }
        guard names[id] != nil else { return nil }
        lanes.append(name)
        return lanes.count - 1
    }

    /// The event's name without its values, because ids of recordings and legs mean nothing to a reader.
    private static func name(_ event: JSONValue) -> String? { event.object?.members.first?.key ?? event.string }
}
