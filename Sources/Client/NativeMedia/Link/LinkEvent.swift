package import MediaEngine

/// What happens to the way to the peer.
package enum LinkEvent: Hashable, Sendable {
    /// An ICE agent was made: the first, or the next one of a restart.
    case iceCreated(generation: Int)
    /// A restart nobody wants any more.
    case iceGivenUp(generation: Int)
    case iceChanged(IceState, generation: Int)
    /// Both descriptions are known, and with them the role and the fingerprint of the peer.
    ///
    /// `restarted`: whether the peer's ICE credentials are new while its fingerprint is not. Most keep the association then
    /// (RFC 8842 §4); FreeSWITCH, and peers with a new connection under their old certificate, begin a new one.
    case agreed(DTLSRole, restarted: Bool)
    /// Both are known anew and differ so that the handshake must be repeated.
    case associationReplaced(DTLSRole)
    case datagram([UInt8])
    case handshakeDone(fingerprintMatches: Bool)
    case associationEnded(byPeer: Bool)
    case trialDone(fingerprintMatches: Bool)
    case trialEnded
    /// An authentic packet came since `awaitProof`.
    case proven
    /// How long the peer has been silent, and what is to be expected of it.
    case listened(silence: Duration, Expectation)
    case timePassed

    package enum Expectation: Hashable, Sendable {
        case media
        case reports
        /// A peer that holds and never reported cannot be told from one that is gone.
        case nothing
    }
}
