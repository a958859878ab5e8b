/// What a request of the page comes to.
public enum BridgeWish: Hashable, Sendable {
    /// The phone is asked.
    case phone(UserRequest)
    /// It cannot be asked: there is no call it could mean.
    case refused(PhoneRefusal)
    /// It is no matter of calls: the shell asks whose it is.
    case other
}
