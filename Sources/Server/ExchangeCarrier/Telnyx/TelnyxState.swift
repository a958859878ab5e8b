internal import CallModel
internal import Crypto
internal import Foundation
internal import RingCore

/// What we write into `client_state`, and Telnyx echoes in every webhook of the leg: a pointer to our own truth, signed,
/// so that nobody else can point there.
struct TelnyxState: Hashable {
    let session: CallSessionID
    /// The rung leg; nil of the caller's.
    let leg: LegID?
    /// What the last command about the leg was for.
    let purpose: CommandPurpose

    /// Bytes of the signature that are kept: guessing 2^64 ones over webhooks that are signed themselves is hopeless.
    private static let signatureBytes = 8

    init(session: CallSessionID, leg: LegID?, purpose: CommandPurpose) {
        self.session = session
        self.leg = leg
        self.purpose = purpose
    }

    /// - Returns: nil unless the text is ours.
    init?(base64 text: String, key: [UInt8]) {
        guard let data = Data(base64Encoded: text), let plain = String(data: data, encoding: .utf8) else { return nil }
        let fields = plain.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 4, let session = CallSessionID(fields[0]), let number = UInt8(fields[2]),
            let purpose = CommandPurpose(rawValue: number)
        else { return nil }
        let leg = LegID(fields[1])
        guard leg != nil || fields[1] == "-" else { return nil }
        self.init(session: session, leg: leg, purpose: purpose)
        guard Array(fields[3].utf8) == Array(signature(key).utf8) else { return nil }
    }

    func base64(key: [UInt8]) -> String { Data("\(plain) \(signature(key))".utf8).base64EncodedString() }

    private var plain: String { "\(session) \(leg.map { "\($0)" } ?? "-") \(purpose.rawValue)" }

    private func signature(_ key: [UInt8]) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(plain.utf8), using: SymmetricKey(data: key))
        return Data(code.prefix(Self.signatureBytes)).base64EncodedString()
    }
}
