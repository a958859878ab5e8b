public import SDP

/// What a peer connection reports.
public enum MediaEvent: Sendable {
    /// The description to send to the peer, complete with candidates unless gathering trickles.
    case localDescription(id: MediaCommand.ID, sdp: String)
    case accepted(id: MediaCommand.ID)
    case commandFailed(id: MediaCommand.ID, MediaError)
    case tonesSent(id: MediaCommand.ID)

    /// The value of an `a=candidate` line without prefix, and the media section it belongs to. Only when trickling.
    case localCandidate(String, mediaIdentification: String, mediaLineIndex: Int)
    case gatheringCompleted

    case stateChanged(MediaConnectionState)
    /// The peer has not been heard for a second or so, or is heard again. A restart now spares the silence until the way counts
    /// as interrupted.
    case faltering(Bool)
    /// Why the connection failed for good; `.stateChanged(.failed)` follows.
    case failed(MediaError)
    /// The remote side's direction as last described: what it does, seen from its own side.
    case remoteDirectionChanged(MediaDirection)
    /// The first audio of the peer was decoded.
    case firstAudio
    /// A digit of the peer, once per key press.
    case toneReceived(Character, milliseconds: Int)
    case statistics(MediaStatistics)
}
