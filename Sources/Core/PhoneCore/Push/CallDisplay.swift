public import Redaction

/// What is shown of a call: by the system its handle, name and organisation, by the app's own screens all of it.
public struct CallDisplay: Hashable, Sendable, Codable {
    /// Whom the call is with.
    public var handle: CallHandle
    /// What the exchange calls the other side.
    public var name: Redacted<String>?
    /// The organisation that is called, if it is to be shown.
    public var organizationName: Redacted<String>?
    /// The number that was called.
    public var calledNumber: Redacted<String>?
    /// Where a picture of the other side can be had: an `https` address.
    public var picture: Redacted<String>?

    /// What is known of the other side.
    public init(
        _ handle: CallHandle, name: Redacted<String>? = nil, organizationName: Redacted<String>? = nil,
        calledNumber: Redacted<String>? = nil, picture: Redacted<String>? = nil
    ) {
        self.handle = handle
        self.name = name
        self.organizationName = organizationName
        self.calledNumber = calledNumber
        self.picture = picture
    }

    /// A call of which nothing is known.
    public static let unknown = CallDisplay(.generic(Redacted("")))
}
