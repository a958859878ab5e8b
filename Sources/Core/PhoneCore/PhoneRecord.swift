/// What outlives the process: enough to tell the person and the exchange afterwards what became of every call.
public struct PhoneRecord: Hashable, Sendable {
    /// Raised with every change that an older reader would misunderstand.
    public static let schemaVersion = 1

    /// The calls that are not over.
    public var calls: [CallRecord] = []

    /// Nothing to remember.
    public init() {}
}
