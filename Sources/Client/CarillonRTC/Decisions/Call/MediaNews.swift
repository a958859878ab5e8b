package import MediaEngine
package import Redaction
package import SDP

/// What a call hears from its peer connection: `MediaEvent` without statistics, as a value that can be compared and
/// traced.
package enum MediaNews: Hashable, Sendable {
    case localDescription(id: UInt64, sdp: Redacted<String>)
    case accepted(id: UInt64)
    case tonesSent(id: UInt64)
    case failed(id: UInt64, MediaError)
    /// The peer connection could not be made at all, or is broken for good.
    case unavailable(MediaError)
    case localCandidate(Redacted<String>, mediaIdentification: String, mediaLineIndex: Int)
    case gatheringCompleted
    case state(MediaConnectionState)
    /// The peer has not been heard for a second or so, or is heard again.
    case faltering(Bool)
    case remoteDirection(MediaDirection)
    case tone(Character)
    case firstAudio
}
