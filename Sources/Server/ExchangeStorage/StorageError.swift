/// Why a store could not do what it was asked. Safe to log.
public struct StorageError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public struct Code: Hashable, Sendable {
        /// What is stored cannot be opened, or is no database of ours.
        public static let open = Code(name: "open")
        /// It was written by a newer version.
        public static let newerSchema = Code(name: "newer schema")
        /// Another exchange has it.
        public static let inUse = Code(name: "in use")
        /// What is to be stored contradicts what is stored already.
        public static let contradiction = Code(name: "contradiction")
        /// Reading failed.
        public static let read = Code(name: "read")
        /// Writing failed: the disk is full, gone or read-only.
        public static let write = Code(name: "write")

        let name: String
    }

    public let code: Code
    /// What the database said, without any value.
    public let context: String

    /// Whether the same may be done when the disk is well again.
    public let isForTheMoment: Bool

    public init(_ code: Code, _ context: String, isForTheMoment: Bool = false) {
        self.code = code
        self.context = context
        self.isForTheMoment = isForTheMoment
    }

    public var description: String { "database, \(code.name): \(context)" }
}
