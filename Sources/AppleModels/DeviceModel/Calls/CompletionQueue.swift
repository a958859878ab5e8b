/// Where a completion is called.
public enum CompletionQueue: Hashable, Sendable {
    /// The queue given with the delegate.
    case delegateQueue
    /// A serial queue of the framework's own. Not the main queue.
    case privateSerial
}
