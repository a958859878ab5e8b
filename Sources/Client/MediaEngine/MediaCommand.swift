public import SDP

/// What a peer connection can be told to do.
public enum MediaCommand: Sendable {
    /// Ties a command to the event that answers it. Chosen by the caller, unique within a connection.
    public typealias ID = UInt64

    /// Answered by `.localDescription` or `.commandFailed`. `iceRestart` asks for new credentials and candidates.
    case createOffer(id: ID, iceRestart: Bool)
    /// Applies a remote offer and answers it: `.localDescription` or `.commandFailed`.
    case acceptOffer(id: ID, sdp: String)
    /// Applies the answer to our last offer: `.accepted` or `.commandFailed`.
    /// `provisional` is early media: a final answer may still follow.
    case acceptAnswer(id: ID, sdp: String, provisional: Bool)
    /// Gives up our last offer, as if it had not been made.
    case rollBack

    /// The value of an `a=candidate` line, with or without the `candidate:` prefix. May come before any description.
    case addRemoteCandidate(String)
    case endOfRemoteCandidates

    /// What we are willing to do from the next description on; sending stops at once where it is narrowed.
    case setDirection(MediaDirection)
    /// Sends silence instead of the source. Independent of direction.
    case setMuted(Bool)
    /// RFC 4733 events, one after the other: characters of `0123456789*#ABCD`, others are refused by `.commandFailed`.
    /// `toneMilliseconds` is bounded to 40…6000.
    case sendTones(id: ID, String, toneMilliseconds: Int)

    /// The servers that are asked from the next gathering on, as an ICE restart begins one; at most
    /// ``MediaConfiguration/iceServersMax``, further ones are left out.
    case setIceServers([IceServer])
    case setSource((any AudioSource)?)
    case setSink((any AudioSink)?)
    /// Statistics now, by `.statistics`; they also come by themselves once a second while connected.
    case reportStatistics
    /// Frees everything; allowed at any moment.
    case close
}
