/// What Recents keeps of a call.
public struct RecentsEntry: Hashable, Sendable {
    /// How Recents shows it.
    public enum Kind: Hashable, Sendable {
        case incoming, missed, outgoing, cancelled
    }

    public var call: SystemCallID
    public var kind: Kind
    public var name: DisplayedName

    /// Describes an entry.
    public init(call: SystemCallID, kind: Kind, name: DisplayedName) {
        self.call = call
        self.kind = kind
        self.name = name
    }
}
