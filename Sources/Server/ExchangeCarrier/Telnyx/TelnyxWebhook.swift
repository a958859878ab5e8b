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

/// The mark that the exchange writes into `client_state` and Telnyx returns in every webhook of the leg: it names the
/// session and leg, and is signed, so that others cannot forge it.
struct TelnyxState: Hashable {
    let session: CallSessionID
    /// The rung leg; nil for the caller's.
    let leg: LegID?
    /// The purpose of the last command about the leg.
    let purpose: CommandPurpose
    /// How often the claim had been vacated when the command was decided.
    let epoch: UInt32
    /// The leg that it was joined to; nil for other commands.
    let partner: LegID?

    /// The bridge that the mark is about.
    var bridge: BridgeMark? {
        purpose == .bridge || purpose == .consult ? partner.map { BridgeMark($0, epoch: epoch) } : nil
    }

    /// The bytes of the signature that are kept: guessing one of 2^64 is hopeless, as the webhooks are signed
    /// themselves.
    private static let signatureBytes = 8

    init(session: CallSessionID, leg: LegID?, purpose: CommandPurpose, epoch: UInt32, partner: LegID? = nil) {
        self.session = session
        self.leg = leg
        self.purpose = purpose
        self.epoch = epoch
        self.partner = partner
    }

    /// - Returns: nil unless the exchange made the text.
    init?(base64 text: String, key: [UInt8]) {
        guard let data = Data(base64Encoded: text), let plain = String(data: data, encoding: .utf8) else { return nil }
        let fields = plain.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 6, let session = CallSessionID(fields[0]), let number = UInt8(fields[2]),
            let purpose = CommandPurpose(rawValue: number), let epoch = UInt32(fields[3])
        else { return nil }
        let (leg, partner) = (LegID(fields[1]), LegID(fields[4]))
        guard leg != nil || fields[1] == "-", partner != nil || fields[4] == "-" else { return nil }
        self.init(session: session, leg: leg, purpose: purpose, epoch: epoch, partner: partner)
        guard Array(fields[5].utf8) == Array(signature(key).utf8) else { return nil }
    }

    func base64(key: [UInt8]) -> String { Data("\(plain) \(signature(key))".utf8).base64EncodedString() }

    private var plain: String {
        let (leg, partner) = (leg.map { "\($0)" } ?? "-", partner.map { "\($0)" } ?? "-")
        return "\(session) \(leg) \(purpose.rawValue) \(epoch) \(partner)"
    }

    private func signature(_ key: [UInt8]) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(plain.utf8), using: SymmetricKey(data: key))
        return Data(code.prefix(Self.signatureBytes)).base64EncodedString()
    }
}
