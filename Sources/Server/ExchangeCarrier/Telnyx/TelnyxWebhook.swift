internal import CallModel
internal import Crypto
public import ExchangeStorage
internal import Foundation
internal import Redaction
internal import RingCore
internal import WireJSON

/// A webhook of Telnyx, verified and parsed.
public struct TelnyxWebhook: Sendable {
    /// The content of a webhook.
    public enum Content: Hashable, Sendable {
        /// A call came in and waits: the exchange has to look up the users to be rung.
        case incoming(IncomingCall)
        /// An input for a ring session.
        case input(RingInput)
        /// A recording was saved, but its call cannot be read.
        case unreadableRecording
        /// An event that the exchange does not use.
        case nothing
    }

    /// The greatest allowed difference between Telnyx's time and ours. Source: Telnyx's own client.
    public static let tolerance = Duration.seconds(300)
    /// The most bytes of a webhook; that of a call has about two thousand.
    public static let bytesMax = 64 * 1024

    /// The event, read and bounded.
    public let content: Content

    /// - Parameters:
    ///   - body: the raw bytes exactly as received.
    ///   - now: the time since 1970.
    /// - Throws: `TelnyxWebhookError`; the body is then not trusted.
    public init(
        body: [UInt8], signature: String?, timestamp: String?, settings: TelnyxSettings, now: Duration
    ) throws(TelnyxWebhookError) {
        guard body.count <= Self.bytesMax else { throw .tooLarge }
        try Self.verify(body, signature, timestamp, settings, now)
        let document = try? JSONParser.parse(body)
        guard let data = document?.object?["data"]?.object, let type = data["event_type"]?.string,
            let id = data["id"]?.string.flatMap({ CarrierEventID($0) }), let payload = data["payload"]?.object
        else { throw .malformed }
        content = TelnyxEvent(type: type, payload: payload, key: settings.stateKey.revealed).content(event: id)
    }

    private static func verify(
        _ body: [UInt8], _ signature: String?, _ timestamp: String?, _ settings: TelnyxSettings, _ now: Duration
    ) throws(TelnyxWebhookError) {
        guard let signature = signature.flatMap({ Data(base64Encoded: $0) }), let timestamp,
            let seconds = Int64(timestamp)
        else { throw .unsigned }
        guard let raw = Data(base64Encoded: settings.webhookKey),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw)
        else { throw .noKey }
        let signed = Data(timestamp.utf8) + Data("|".utf8) + Data(body)
        guard key.isValidSignature(signature, for: signed) else { throw .forged }
        let difference = now - .seconds(seconds)
        guard difference <= tolerance, difference >= .zero - tolerance else { throw .late }
    }
}

/// Why a webhook is rejected. Safe to log.
public enum TelnyxWebhookError: String, Error, Hashable, Sendable {
    /// It has no signature or no time.
    case unsigned
    /// The signature is not Telnyx's.
    case forged
    /// Its time is too far from ours: it is a repetition, or a clock is wrong.
    case late
    /// It is larger than the limit.
    case tooLarge
    /// It is signed but does not have the form of a webhook.
    case malformed
    /// The account's public key in the settings is invalid.
    case noKey
}

/// An event of Telnyx that is translated into an input of the exchange.
struct TelnyxEvent {
    let type: String
    let payload: JSONObject
    /// The key that signs `client_state`.
    let key: [UInt8]

    func content(event id: CarrierEventID) -> TelnyxWebhook.Content {
        if type == "call.initiated", isCallers { return incoming(id) }
        // Every leg that the exchange dials carries its mark; if one does not, Telnyx is asked how it was dialed.
        if type == "call.initiated", state == nil, let leg { return .input(RingInput(.unknownLeg(leg), eventID: id)) }
        guard let address, let carrierEvent else {
            return type == "call.recording.saved" ? .unreadableRecording : .nothing
        }
        return .input(
            RingInput(
                .event(.carrier(carrierEvent), address), eventID: id, legName: leg, source: source))
    }

    // MARK: - Address

    private var state: TelnyxState? { payload["client_state"]?.string.flatMap { TelnyxState(base64: $0, key: key) } }
    private var leg: CarrierLegID? { payload["call_control_id"]?.string.map { CarrierLegID($0) } }

    private var address: RingInput.Address? {
        state.map { .session($0.session) } ?? leg.map { .leg($0) }
    }

    /// A leg without our mark is a caller's, as every dialed leg carries it.
    private var reference: LegRef { state?.leg.map { .leg($0) } ?? .parent }

    /// Whether the leg is a caller's that waits for orders. The leg of a device that calls out is parked like an
    /// incoming one; Telnyx's documents do not say which direction it has.
    private var isCallers: Bool {
        payload["direction"]?.string == "incoming" || payload["state"]?.string == "parked" && state == nil
    }

    private func incoming(_ id: CarrierEventID) -> TelnyxWebhook.Content {
        guard let leg, let from = payload["from"]?.string, let to = payload["to"]?.string else { return .nothing }
        return .incoming(
            IncomingCall(
                leg, from: Redacted(from), to: Redacted(to),
                callerName: payload["caller_id_name"]?.string.map { Redacted($0) }, askedCallerID: askedCallerID,
                isNumberVouchedFor: isVouchedFor, canBeJoined: true, eventID: id))
    }

    /// The number that the app asks to show. The first of several headers counts; an empty value counts as none.
    private var askedCallerID: Redacted<String>? {
        let name = CarrierHeader.callerID.lowercased()
        return payload["custom_headers"]?.array?.lazy.compactMap(\.object)
            .first { $0["name"]?.string?.lowercased() == name }?["value"]?.string
            .flatMap { $0.isEmpty ? nil : Redacted($0) }
    }

    /// Whether the number is attested. Source: RFC 8588; `A` means that the caller has the number. Telnyx tells whether
    /// it has checked the signature.
    private var isVouchedFor: Bool {
        payload["shaken_stir_validated"]?.bool == true && payload["shaken_stir_attestation"]?.string == "A"
    }

    // MARK: - Content

    private var carrierEvent: CarrierEvent? {
        switch type {
        case "call.initiated": initiated
        case "call.answered": .answered(reference)
        case "call.bridged": .bridged(reference, state?.bridge)
        case "call.hangup": .hungUp(reference, hangUp)
        case "call.hold": .held(reference, true)
        case "call.unhold": .held(reference, false)
        case "call.playback.ended", "call.speak.ended": playbackEnded
        case "call.gather.ended": confirmed
        case "call.recording.saved": recordingSaved
        case "call.recording.error": .recordingFailed(recordingKind)
        default: nil
        }
    }

    private var initiated: CarrierEvent? {
        guard let ours = state?.leg, let leg else { return nil }
        return .initiated(ours, as: leg)
    }

    /// Source: the causes of `call.hangup` in Telnyx's OpenAPI description.
    private var hangUp: CarrierHangUpReason {
        switch payload["hangup_cause"]?.string {
        case "call_rejected": .declined
        case "user_busy": .busy
        case "not_found": .unreachable
        case "timeout", "no_answer": .noAnswer
        case "time_limit": .timeLimit
        case "normal_clearing": payload["hangup_source"]?.string == "unknown" ? .followed : .hungUp
        case "originator_cancel": .hungUp
        default: .unknown
        }
    }

    private var playbackEnded: CarrierEvent? {
        guard let purpose = state?.purpose else { return nil }
        // An announcement that was cut short does not count as heard.
        if purpose == .announceRecording {
            return .playbackEnded(purpose, hasPlayed: payload["status"]?.string == "completed")
        }
        let hasPlayed = payload["status"]?.string.map { $0 != "failed" && $0 != "file_not_found" && $0 != "unknown" }
        return .playbackEnded(purpose, hasPlayed: hasPlayed ?? true)
    }

    private var confirmed: CarrierEvent? {
        guard let leg = state?.leg else { return nil }
        return .confirmed(
            leg, isPerson: payload["status"]?.string == "valid" && payload["digits"]?.string == "1")
    }

    /// Tells messages and conversations apart by the number of channels. The mark decides only without it, because a
    /// later command may have replaced the mark.
    private var recordingKind: RecordingKind {
        switch payload["channels"]?.string {
        case "single": .message
        case "dual": .conversation
        default: state?.purpose == .recordMessage ? .message : .conversation
        }
    }

    private var recordingSaved: CarrierEvent? {
        guard let source else { return nil }
        let end = payload["recording_ended_at"]?.string
        let length = end.flatMap { TelnyxTime.seconds(from: source.startedAt, to: $0) }
        return .recordingSaved(recordingKind, source.recording, length: length)
    }

    /// The event has no recording id; the session of legs and the start time identify it uniquely.
    private var source: RecordingSource? {
        guard type == "call.recording.saved", let call = payload["call_session_id"]?.string,
            let start = payload["recording_started_at"]?.string
        else { return nil }
        let lasting = TelnyxRecordings.address(in: payload["public_recording_urls"]?.object)
        let address = lasting ?? TelnyxRecordings.address(in: payload["recording_urls"]?.object)
        return RecordingSource(
            recording: RecordingID("\(call)/\(start)"), call: call, startedAt: start,
            // Telnyx returns the address again on request.
            address: address.flatMap { $0.utf8.count <= RecordingSource.textBytesMax ? $0 : nil })
    }
}

/// Telnyx's times: ISO 8601 with or without a fraction of a second.
enum TelnyxTime {
    static func seconds(from start: String, to end: String) -> Duration? {
        guard let start = date(start), let end = date(end), end >= start else { return nil }
        return .milliseconds(Int64((end.timeIntervalSince(start) * 1_000).rounded()))
    }

    /// The distance between two times; nil if one cannot be read.
    static func distance(_ one: String, _ other: String) -> Duration? {
        guard let one = date(one), let other = date(other) else { return nil }
        return .microseconds(Int64((abs(one.timeIntervalSince(other)) * 1_000_000).rounded()))
    }

    private static func date(_ text: String) -> Date? {
        for hasFraction in [true, false] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
            if let date = try? Date(text, strategy: style) { return date }
        }
        return nil
    }
}
