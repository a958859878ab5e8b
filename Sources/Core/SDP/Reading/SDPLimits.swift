/// How much of a description from outside is read. Beyond any of these it is refused, not cut.
public enum SDPLimits {
    /// Chrome's largest audio and video offer with all candidates is about 12 kB; five times that is no call of ours.
    public static let bytesMax = 65_536
    /// Bounds the work before anything is understood; Chrome's audio and video offer has some 250 lines.
    public static let linesMax = 2_000
    /// The longest lines seen are simulcast and `fmtp` ones with a few hundred bytes.
    public static let lineBytesMax = 4_096
    /// One audio section is ours; browsers in a conference reach a few dozen. An answer must repeat each of them.
    public static let sectionsMax = 64
    /// Per section. A host with ten addresses, two STUN and two TURN servers gathers about sixty.
    public static let candidatesMax = 128
    /// RTP payload numbers have seven bits (RFC 3550 §5.1), so more formats cannot differ.
    public static let formatsMax = 128
    /// A candidate alone, as trickle signalling carries it; a domain name has up to 255 bytes (RFC 1035 §2.3.4).
    public static let candidateBytesMax = 1_024
    /// User fragment and password, each (RFC 8839 §5.4).
    public static let credentialBytesMax = 256
}
