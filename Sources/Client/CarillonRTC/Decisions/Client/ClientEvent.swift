package import Verto

/// What can happen to a client, by origin.
package enum ClientEvent: Hashable, Sendable {
    // User.
    case connect(OperationID)
    case disconnect(OperationID)
    /// Places a call under an identifier the shell has drawn.
    case dial(OperationID, CallSetup)
    case operation(OperationID?, callID: String, CallOperation)
    /// The device is on another network: what is sent over the old one is lost.
    case networkChanged
    /// The answer to ``ClientEffect/fetchIceServers``; nil: they cannot be had now.
    case iceServersFetched(GivenIceServers?)

    // Socket. The number tells a socket from the one before it.
    case socketOpened(UInt64)
    case received(UInt64, VertoInbound)
    /// A message that is no Verto.
    case receivedGarbage(UInt64, VertoError)
    case socketClosed(UInt64, SignalingClosure)

    // Media and clock.
    case media(callID: String, MediaNews)
    case tick
}
