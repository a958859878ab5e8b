package import CallModel
package import MediaEngine
package import Redaction
package import Verto

/// What a client wants done, in order.
package enum ClientEffect: Hashable, Sendable {
    case openSocket(UInt64)
    case send(UInt64, VertoFrame)
    case closeSocket(UInt64)
    /// A call exists now; whoever dialled it is told by `.settle`.
    case callAdded(callID: String, CallState, peerNumber: Redacted<String>?, peerName: Redacted<String>?)
    /// An inbound call and all its INVITE said are known: it can be shown.
    case callOffered(callID: String)
    case media(callID: String, MediaOrder)
    case report(callID: String, CallReport)
    /// A call turned an event down, and nothing changed. To be logged.
    case refused(callID: String, CallEvent, Refusal)
    /// The call has ended and nobody will speak of it again.
    case callRemoved(callID: String)
    case stateChanged(ClientState)
    /// Ask elsewhere for STUN and TURN servers.
    case fetchIceServers
    /// The exchange gave STUN and TURN servers, in place of those it gave before.
    case useIceServers([IceServer])
    case settle(OperationID, ClientError?)
    /// Something the other side did that it should not have; safe to log.
    case violation(String)
}
