internal import CallModel
internal import Crypto
public import ExchangeStorage
internal import Foundation
internal import Redaction
internal import WireJSON

/// A webhook of Telnyx, verified and understood.
public struct TelnyxWebhook: Sendable {
    /// What it tells.
    public enum Content: Hashable, Sendable {
        /// A call has come in, and waits: who is to be rung for it must be looked up.
        case incoming(IncomingCall)
        /// News for a ring session.
        case news(RingInput)
        /// A recording was saved, and of which call cannot be read.
        case unreadableRecording
        /// Nothing we need.
        case nothing
    }

    /// How far its time and ours may be apart. Source: Telnyx's own client.
    public static let tolerance = Duration.seconds(300)
    /// Bytes of one; a call's has about two thousand.
    public static let bytesMax = 64 * 1024

    public let content: Content

    /// - Parameters:
    ///   - body: the raw bytes, exactly as they came.
    ///   - now: since 1970.
    /// - Throws: `TelnyxWebhookError`; nothing of the body has been believed.
    public init(
        body: [UInt8], signature: String?, timestamp: String?, settings: TelnyxSettings, now: Duration
    ) throws(TelnyxWebhookError) {
        guard body.count <= Self.bytesMax else { throw .tooLarge }
        try Self.verify(body, signature, timestamp, settings, now)
        let document = try? JSONParser.parse(body)
        guard let data = document?.object?["data"]?.object, let type = data["event_type"]?.string,
            let id = data["id"]?.string.flatMap({ NewsID($0) }), let payload = data["payload"]?.object
        else { throw .malformed }
        content = TelnyxEvent(type: type, payload: payload, key: settings.stateKey.revealed).content(news: id)
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
