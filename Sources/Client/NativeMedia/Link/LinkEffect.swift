package import MediaEngine

/// What has to be done about it.
package enum LinkEffect: Hashable, Sendable {
    case startHandshake(DTLSRole)
    case replaceHandshake(DTLSRole)
    case feed([UInt8])
    /// Begin a second handshake beside the association in use.
    case startTrial(DTLSRole)
    case feedTrial([UInt8])
    /// The association that was tried takes the place of the one in use.
    case adoptTrial
    case endTrial
    /// Tell of the next packet that is authentic.
    case awaitProof
    /// Send over this generation from now on, and close the one before.
    case useIce(generation: Int, closing: Int?)
    /// A restart that failed.
    case closeIce(generation: Int)
    case report(MediaConnectionState)
    /// The peer is not heard, and another way may be needed; or it is heard again.
    case falter(Bool)
    case fail(MediaError)
    /// The association is over, or is to be: nothing is protected until another stands.
    case endAssociation
}
