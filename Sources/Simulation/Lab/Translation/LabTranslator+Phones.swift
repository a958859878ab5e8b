import CallModel
import CarillonRTC
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
        case (.effect, "report"):
            handleCallState(record, &timeline)
            guard let words = Self.words(ofReport: record.fields["1"]) else { return }
            timeline.append(LabRow(at: record.at, from: Self.phone(of: record.actor), .local, words))
        case (.event, "socketClosed") where record.actor.hasSuffix(Self.carrierSuffix):
            timeline.append(
                LabRow(
                    at: record.at, from: Self.phone(of: record.actor), .local, "socket to the carrier closed",
                    more: record.fields["1"]?.string ?? ""))
        default: break
        }
    }

    /// A report about the path of a call's media in words; nil for any other.
    private static func words(ofReport report: JSONValue?) -> String? {
        if report?.string == "relaysUnavailable" { return "no relay could be used" }
        let reason = report?.object?["restart"]?.object?["value"]?.string.flatMap(RestartReason.init(rawValue:))
        return reason.map { "media looks for another path: \($0.words)" }
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

    private mutating func handleCallState(_ record: TraceRecord, _ timeline: inout LabTimeline) {
        guard let report = record.fields["1"]?.object?["state"]?.object, let text = report["0"]?.string,
            let regions = regions.json(text, call: record.fields["callID"]?.string)
        else { return }
        let phone = Self.phone(of: record.actor)
        let key = Self.callKey(phone)
        guard !Self.isPast(regions.object, beside: timeline.state[key]?.object) else { return }
        follow(regions.object, of: phone, isAtCarrier: phone != record.actor)
        timeline.set(key, to: unansweredEnd(of: phone) ?? regions, at: record.at)
    }

    private static func callKey(_ phone: String) -> String { "call:\(phone)" }

    /// Notes a leg that begins to ring, and why its client ended it. Once answered, its end is its own.
    private mutating func follow(_ call: JSONObject?, of phone: String, isAtCarrier: Bool) {
        let id = call?["call"]?.string
        let isInbound = call?["direction"] == "inbound"
        if let id, isInbound, call?["progress"] == "ringing" {
            guard legs[phone]?.call != id else { return }
            let raced = isAtCarrier ? race?.leg(id, of: phone) : nil
            legs[phone] = raced ?? LabLeg(call: id)
        } else if isInbound, legs[phone]?.call == id,
            let own = call?["reason"]?.string.flatMap(EndReason.init(rawValue:))
        {
            legs[phone]?.ends(own)
        } else {
            legs[phone] = nil
        }
    }

    /// The exchange told a device why it stops ringing, before or after the phone's client ended its leg; nil as it rings
    /// again.
    mutating func told(
        _ phone: String, _ reason: EndReason?, in session: String, at: Duration, _ timeline: inout LabTimeline
    ) {
        guard legs[phone]?.session == session else { return }
        legs[phone]?.isTold(reason)
        guard let end = unansweredEnd(of: phone) else { return }
        timeline.set(Self.callKey(phone), to: end, at: at)
    }

    /// The call of a phone whose newest leg ended and was not answered; nil in any other case.
    private func unansweredEnd(of phone: String) -> JSONValue? {
        guard let leg = legs[phone], let reason = leg.reason else { return nil }
        return regions.json(incomingEnded: reason, call: leg.call)
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
