public import Foundation

/// How a person is reached.
///
/// Source: developer.apple.com/documentation/intents/inpersonhandle.
open class INPersonHandle: NSObject {
    /// The number or address.
    public let value: String?
    /// The kind.
    public let type: INPersonHandleType

    /// A handle.
    public init(value: String?, type: INPersonHandleType) {
        self.value = value
        self.type = type
    }
}

/// Kinds of handle.
public enum INPersonHandleType: Int, Sendable {
    case unknown = 0
    case emailAddress = 1
    case phoneNumber = 2
}
