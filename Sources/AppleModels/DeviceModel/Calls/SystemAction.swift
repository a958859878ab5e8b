/// An action as the system gives it to a provider.
public struct SystemAction: Hashable, Sendable {
    public var id: ActionID
    public var call: SystemCallID
    public var kind: SystemActionKind
    /// The request it comes from; `nil` for the person's and the system's own.
    public var request: RequestID?
    /// How many actions come together in its transaction.
    public var transactionCount: UInt8

    /// Describes an action.
    public init(
        id: ActionID, call: SystemCallID, kind: SystemActionKind, request: RequestID? = nil, transactionCount: UInt8 = 1
    ) {
        self.id = id
        self.call = call
        self.kind = kind
        self.request = request
        self.transactionCount = transactionCount
    }
}
