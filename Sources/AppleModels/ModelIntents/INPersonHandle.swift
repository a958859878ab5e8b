public import Foundation

/// How a person is reached.
///
/// Source: developer.apple.com/documentation/intents/inpersonhandle.
open class INPersonHandle: NSObject {
    /// Kinds of it.
    public enum HandleType: Int, Sendable {
        case unknown = 0
        case emailAddress = 1
        case phoneNumber = 2
    }

    /// The number or address.
    public let value: String?
    /// The kind.
    public let type: HandleType

    /// A handle.
    public init(value: String?, type: HandleType) {
        self.value = value
        self.type = type
    }
}
