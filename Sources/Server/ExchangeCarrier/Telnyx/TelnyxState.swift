internal import CallModel
internal import Crypto
internal import Foundation
internal import RingCore

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
