package import Verto

/// What a call wants done, in order.
package enum ConductorEffect: Hashable, Sendable {
    case request(CallRequestTag, VertoClientRequest)
    case respond(VertoID, VertoReply)
    case refuse(VertoID, VertoFailure)
    case media(MediaOrder)
    case report(CallReport)
    /// An operation is done; nil means that it succeeded.
    case settle(OperationID, ClientError?)
}
