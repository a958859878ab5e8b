/// What a carrier calls a credential it made.
public struct CarrierHandle: Hashable, Sendable {
    /// Its name in requests to the carrier.
    public let id: String
    /// The user of its SIP address.
    public let username: String

    public init(id: String, username: String) {
        self.id = id
        self.username = username
    }
}
