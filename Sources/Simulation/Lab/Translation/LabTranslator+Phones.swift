import CallModel
import Trace
import WireJSON

/// What the phones' clients tell the carrier, and what passes between an app and Apple's frameworks.
extension LabTranslator {
    private static let carrierSuffix = "@carrier"
    private static let shownMethods: Set = ["login", "invite", "attach", "attachCalls", "answer", "bye", "modify"]

    mutating func handleClient(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        switch (record.kind, record.name) {
        case (.effect, "send"): handleFrame(record, isSent: true, &timeline)
        case (.event, "received"): handleFrame(record, isSent: false, &timeline)
        case (.effect, "report"): handleCallState(record, &timeline)
        case (.event, "socketClosed") where record.actor.hasSuffix(Self.carrierSuffix):
            timeline.append(
                LabRow(
                    at: record.at, from: Self.phone(of: record.actor), .local, "socket to the carrier closed",
                    more: record.fields["1"]?.string ?? ""))
        default: break
        }
    }

    private static func phone(of actor: String) -> String {
        actor.hasSuffix(carrierSuffix) ? String(actor.dropLast(carrierSuffix.count)) : actor
    }

    /// Messages to the exchange are in the exchange's own records.
    private func handleFrame(_ record: TraceRecord, isSent: Bool, _ timeline: inout LabTimeline) {
        guard record.actor.hasSuffix(Self.carrierSuffix) else { return }
        let message = record.fields["1"]?.object
        let frame = message?["frame"]?.object?["value"]?.object ?? message
        let path = frame?["content"]?.object?["request"]?.object?["method"]?.string
        guard let method = path?.split(separator: ".").last.map(String.init), Self.shownMethods.contains(method) else {
            return
        }
        let phone = Self.phone(of: record.actor)
        timeline.append(
            LabRow(
                at: record.at, from: isSent ? phone : Self.carrier, to: isSent ? Self.carrier : phone, .message,
                method))
    }

    private func handleCallState(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let report = record.fields["1"]?.object?["state"]?.object, let text = report["0"]?.string,
            let regions = regions.json(text, call: record.fields["callID"]?.string)
        else { return }
        let phone = Self.phone(of: record.actor)
        let key = "call:\(phone)"
        let shown = timeline.state[key]?.object
        guard !Self.isPast(regions.object, beside: shown) else { return }
        timeline.set(key, to: told(regions, after: shown, phone), at: record.at)
    }

    /// The end of a call that rang, with the reason that the exchange told the phone if it outranks the client's own. A
    /// carrier ends the leg of a phone that lost as if the caller had given up; and a phone in the background leaves the
    /// carrier before that, so that its client knows no reason.
    private func told(_ call: JSONValue, after shown: JSONObject?, _ phone: String) -> JSONValue {
        guard shown?["progress"] == "ringing", shown?["direction"] == "inbound", call.object?["progress"] == "ended",
            let id = call.object?["call"]?.string, shown?["call"]?.string == id,
            let own = call.object?["reason"]?.string.flatMap(EndReason.init(rawValue:)),
            let reason = race?.reason(of: phone), reason > own
        else { return call }
        return regions.json(incomingEnded: reason, call: id) ?? call
    }

    /// Whether it is the end of another call than the live one that is shown.
    private static func isPast(_ call: JSONObject?, beside shown: JSONObject?) -> Bool {
        let over: Set<String?> = ["ended", "disconnecting"]
        guard let shown, shown["call"] != call?["call"] else { return false }
        return over.contains(call?["progress"]?.string) && !over.contains(shown["progress"]?.string)
    }

    // MARK: - Frameworks

    func handleFramework(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let line = try? FrameworkRecord(record), let what = Self.words(line) else { return }
        let age = line.numbers[.age].map { "the push is \($0 / 1_000) ms old" } ?? ""
        timeline.append(LabRow(at: record.at, from: record.actor, .local, what, more: age))
    }

    /// A line in words; nil for lines that only repeat what others tell, and for what the person sees, which has rows
    /// of its own.
    private static func words(_ line: FrameworkRecord) -> String? {
        switch line.name {
        case .launched: "the app is launched"
        case .incoming: "a push is handed to the app"
        case .report: line.word == "throwaway" ? "call reported only for its push" : "call reported to the system"
        case .end: "call ended: \(line.word ?? "")"
        case .perform: "the system asks: \(asked(line))"
        case .timedOut: "no answer to the system's request: \(line.verb ?? "")"
        case .complete: line.isOn == false ? "the app fails the system's request" : nil
        case .request: "the app asks the system: \(line.verb ?? "")"
        case .connected: "connected, told to the system"
        case .activated: "audio session activated"
        case .deactivated: "audio session deactivated"
        case .reset: "the call daemon restarted"
        case .servicesReset: "the audio daemon restarted"
        case .interrupted: "audio interrupted"
        case .resumed: "audio no longer interrupted"
        case .route: "sound: \(line.word ?? "")"
        case .path: "network: \(line.word ?? "")"
        case .tokenInvalidated: "the push token is invalid"
        case .locked, .unlocked, .active, .background, .keepAwake, .register, .token, .returned, .open, .update,
            .connecting, .reported, .requested, .configure, .speaker, .prefer, .start, .stop, .woke, .dropped:
            nil
        }
    }

    private static func asked(_ line: FrameworkRecord) -> String {
        guard let verb = line.verb else { return "" }
        return line.isOn == false ? "\(verb) off" : verb
    }
}
