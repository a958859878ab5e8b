public import Foundation

/// How a person is reached: a number, an address or something of the app's own.
///
/// Source: developer.apple.com/documentation/callkit/cxhandle.
open class CXHandle: NSObject, NSCopying {
    /// What kind of thing the value is.
    public enum HandleType: Int, Sendable {
        /// Something only the app understands.
        case generic = 1
        /// A telephone number; the system looks it up in Contacts.
        case phoneNumber = 2
        /// A mail address; the system looks it up in Contacts.
        case emailAddress = 3
    }

    /// The kind.
    public let type: HandleType
    /// The number or address itself.
    public let value: String

    /// A handle of a kind.
    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }

    /// Whether the other handle has the same kind and value.
    open func isEqual(to handle: CXHandle) -> Bool { type == handle.type && value == handle.value }

    /// Equal by kind and value.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let handle = object as? CXHandle else { return false }
        return isEqual(to: handle)
    }

    /// Equal handles have equal hashes.
    open override var hash: Int { value.hashValue ^ type.rawValue }

    /// Handles do not change, so a copy is the handle itself.
    open func copy(with zone: NSZone?) -> Any { self }
}
