/// Something a framework refused, or that was not as it should be. The phone goes on. Safe to log.
public struct PhoneFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// The audio session refused category and mode. Context: the system's code.
        case audioCategory
        /// The audio session refused the speaker. Context: the system's code.
        case audioRoute
        /// The record could not be read; it was set aside. Context: where.
        case recordUnreadable
        /// The record was written by another version of the app; it was set aside. Context: its schema.
        case recordSchema
        /// The record could not be written. Context: why.
        case recordNotWritten
        /// A notice could not be shown. Context: the system's code.
        case notice
        /// The keychain refused. Context: the status.
        case keychain
        /// The file of the numbers in Contacts could not be read or written. Context: why.
        case contacts
        /// The file of the push keys could not be read or written. Context: why.
        case pushKeys
        /// A push said something that was not as it should be. Context: the faults.
        case push
    }

    /// What went wrong.
    public let code: Code
    /// Details, free of names, numbers, tokens and credentials.
    public let context: String

    /// Names a fault.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
