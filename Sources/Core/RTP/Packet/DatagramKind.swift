/// What a datagram on a bundled port is, told from its first two bytes.
///
/// Source: RFC 7983 §7, RFC 5761 §4.
public enum DatagramKind: Hashable, Sendable {
    case stun
    case dtls
    case turnChannel
    case rtp
    case rtcp
    /// Nothing we know, or empty.
    case unknown

    public init(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else {
            self = .unknown
            return
        }
        switch first {
        case 0...3: self = .stun
        case 20...63: self = .dtls
        case 64...79: self = .turnChannel
        case 128...191 where bytes.count >= 2: self = (192...223).contains(bytes[1]) ? .rtcp : .rtp
        default: self = .unknown
        }
    }
}
