import RTP

/// What a datagram that a test may lose carries.
package enum LostDatagram: Hashable, Sendable {
    case dtls, rtp, rtcp

    init?(_ kind: DatagramKind) {
        switch kind {
        case .dtls: self = .dtls
        case .rtp: self = .rtp
        case .rtcp: self = .rtcp
        case .stun, .turnChannel, .unknown: return nil
        }
    }
}
