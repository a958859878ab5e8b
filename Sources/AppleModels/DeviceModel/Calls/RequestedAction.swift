/// An action as an app asks for it.
public struct RequestedAction: Hashable, Sendable {
    public var call: SystemCallID
    public var kind: SystemActionKind

    /// Asks for an action.
    public init(_ kind: SystemActionKind, _ call: SystemCallID) {
        self.call = call
        self.kind = kind
    }
}
