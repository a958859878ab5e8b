/// What outlives the process: enough to tell the person and the exchange afterwards what became of every call.
public struct PhoneRecord: Hashable, Sendable {
    /// Raised with every change that an older reader would misunderstand.
    public static let schemaVersion = 1

    /// The calls that are not over.
    public var calls: [CallRecord] = []
    /// The calls that are, as far as somebody may still speak of them or be told of them.
    public var past: [PastCall] = []

    /// Nothing to remember.
    public init() {}
}
