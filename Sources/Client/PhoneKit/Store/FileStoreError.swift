/// Why a file could not be read or written.
public struct FileStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The file is there, and its protection keeps it closed until the device is unlocked.
        case locked
        /// More bytes than were asked for.
        case tooLarge
        /// Anything else.
        case failed
    }

    /// What went wrong.
    public let code: Code
    /// Details, safe to log.
    public let context: String

    /// Names a failure.
    public init(_ code: Code, _ context: String = "") {
        self.code = code
        self.context = context
    }

    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue) (\(context))" }
}
