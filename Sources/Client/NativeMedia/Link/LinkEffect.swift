package import MediaEngine

/// What has to be done about it.
package enum LinkEffect: Hashable, Sendable {
    case startHandshake(DTLSRole)
    case replaceHandshake(DTLSRole)
    case feed([UInt8])
    /// Send over this generation from now on, and close the one before.
    case useIce(generation: Int, closing: Int?)
    /// A restart that failed.
    case closeIce(generation: Int)
    case report(MediaConnectionState)
    case fail(MediaError)
    /// The association is over, or is to be: nothing is protected until another stands.
    case endAssociation
}
