package import CallModel
package import Verto

/// What a call wants done, in order.
package enum ConductorEffect: Hashable, Sendable {
    case request(CallRequestTag, VertoClientRequest)
    case respond(VertoID, VertoReply)
    case refuse(VertoID, VertoFailure)
    case media(MediaOrder)
    case report(CallReport)
    /// The call's machine turned an event down, and nothing changed. To be logged.
    case refused(CallEvent, Refusal)
    /// An operation is done; nil means that it succeeded.
    case settle(OperationID, ClientError?)
}
