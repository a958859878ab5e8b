/// Where messages are kept.
public protocol MessageBox: Sendable {
    /// Whether the user's mailbox is there and has room for one more.
    func hasRoom(_ mailbox: String) async -> Bool
    /// Keeps a message; returns when it is durable, or when it never will be and that has been said to who runs this.
    func keep(_ message: TakenMessage) async
    /// A caller was greeted and said nothing, in the call of that name.
    func discard(messageIn session: String) async
}
