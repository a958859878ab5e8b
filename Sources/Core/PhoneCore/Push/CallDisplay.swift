public import Redaction

/// What the system shows of a call.
public struct CallDisplay: Hashable, Sendable, Codable {
    /// Whom the call is with.
    public var handle: CallHandle
    /// Overrides whatever name the system would show; `nil` leaves the choice to Contacts. Source: C31 (documented).
    public var name: Redacted<String>?
    /// The organisation that is called, if it is to be shown.
    public var organizationName: Redacted<String>?

    /// What is known of the other side.
    public init(_ handle: CallHandle, name: Redacted<String>? = nil, organizationName: Redacted<String>? = nil) {
        self.handle = handle
        self.name = name
        self.organizationName = organizationName
    }

    /// A call of which nothing is known.
    public static let unknown = CallDisplay(.generic(Redacted("")))
}
