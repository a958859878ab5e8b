public import CallModel

/// What the exchange, the push services and the people at the other end do.
public enum ExchangeDeed: Hashable, Sendable {
    /// Somebody calls: the exchange rings this person's devices, as far as it reaches them.
    case call(CallName)
    /// The other side hangs up, before an answer or after it.
    case callerHangsUp(CallName)
    /// Our push arrives; with an age it was sent so long before.
    case push(CallName, age: Duration)
    /// The vendor's push arrives.
    case vendorPush(CallName, age: Duration)
    /// A push that only says how a call ended, ours or the vendor's.
    case newsPush(CallName, EndReason, byVendor: Bool)
    /// A push with these bytes.
    case rawPush(String)
    /// Another device of this person's took the call.
    case answeredElsewhere(CallName)
    /// Another device of this person's turned the call down.
    case declinedElsewhere(CallName)
    /// Who was dialled answers.
    case peerAnswers(CallName)
    /// Who was dialled does not take the call.
    case peerRefuses(CallName, EndReason)
    /// The other side puts us on hold.
    case peerHolds(CallName)
    /// The other side takes us off hold.
    case peerResumes(CallName)
    /// The exchange does not take the credentials of this organisation any more.
    case refusesCredentials(String)
}
