/// Which methods for incoming pushes a delegate implements.
public enum PushDelegateMethods: Hashable, Sendable {
    /// Only the one that knows nothing of `mustReport`.
    case classic
    /// Also the one of iOS 26.4, with metadata.
    case withMetadata
    /// None: a push is handed over to nobody.
    case none
}
