package import Redaction
package import SDP

/// What a call wants of its peer connection: `MediaCommand` as a value that can be compared and traced.
package enum MediaOrder: Hashable, Sendable {
    /// Makes the peer connection; everything else needs it.
    case open
    case createOffer(id: UInt64, iceRestart: Bool)
    case acceptOffer(id: UInt64, sdp: Redacted<String>)
    case acceptAnswer(id: UInt64, sdp: Redacted<String>, provisional: Bool)
    case rollBack
    case addRemoteCandidate(Redacted<String>)
    case endOfRemoteCandidates
    case setDirection(MediaDirection)
    /// Whether what the peer says is to be heard here.
    case setListening(Bool)
    case setMuted(Bool)
    case sendTones(id: UInt64, Redacted<String>)
    case close
}
