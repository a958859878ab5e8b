/// What was done about the recording of one conversation, when and by whom. No name of a caller, no number.
public struct RecordingAuditEntry: Hashable, Sendable {
    /// Who ordered a recording: the entry of the number in the configuration.
    public static let configuration = "configuration"
    /// Who decided while a call was on.
    public static let exchange = "exchange"
    /// Who deleted what was kept long enough.
    public static let retention = "retention"

    /// Counts the entries.
    public let id: Int64
    /// Microseconds since 1970.
    public let at: Int64
    public let organization: String
    /// The call.
    public let session: String
    /// What came of it, as soon as there is something to hear.
    public let conversation: String?
    /// Who did it: the configuration, the exchange, its retention, a user or an API token.
    public let actor: String
    /// In the words of ``RecordingAction``.
    public let action: String
}
