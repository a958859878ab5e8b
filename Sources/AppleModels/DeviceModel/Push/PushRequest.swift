/// What an app does with PushKit.
public enum PushRequest: Hashable, Sendable {
    /// A registry is made.
    case createRegistry
    /// The registry's delegate is set, and which of the optional methods it has; `nil` takes it away.
    case setDelegate(PushDelegateMethods?)
    /// The desired push types are set; only whether VoIP is among them matters here.
    case setDesiresVoIP(Bool)
    /// The delegate method for a push has returned. Whatever an async one does, this comes at its first suspension.
    case delegateReturned(PushID)
    /// The completion handler of a push was called.
    case completionCalled(PushID)
}
