/// The `o=` line (RFC 8866 §5.2).
public struct SessionOrigin: Hashable, Sendable {
    public var username: String
    /// Digits. Kept as text, since some peers write more of them than an integer holds.
    public var sessionIdentifier: String
    /// Grows with every description that differs from the one before.
    public var version: UInt64
    public var networkType: String
    public var addressType: String
    public var address: String

    public init(
        username: String = "-", sessionIdentifier: String, version: UInt64, networkType: String = "IN",
        addressType: String = "IP4", address: String = "127.0.0.1"
    ) {
        self.username = username
        self.sessionIdentifier = sessionIdentifier
        self.version = version
        self.networkType = networkType
        self.addressType = addressType
        self.address = address
    }

    init(parsing value: SDPBytes, line: Int) throws(SDPError) {
        var fields = FieldReader(value)
        guard let username = fields.next(), let identifier = fields.next(), let version = fields.next(),
            let networkType = fields.next(), let addressType = fields.next(), let address = fields.next(),
            fields.next() == nil
        else { throw SDPError(.malformedOrigin, line: line, "not six fields") }
        guard identifier.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw SDPError(.malformedOrigin, line: line, "a session identifier that is no number")
        }
        guard let version = UInt64(decimal: version) else {
            throw SDPError(.malformedOrigin, line: line, "a session version that is no number of 64 bits")
        }
        self.init(
            username: username.text, sessionIdentifier: identifier.text, version: version,
            networkType: networkType.text, addressType: addressType.text, address: address.text)
    }

    var text: String { "\(username) \(sessionIdentifier) \(version) \(networkType) \(addressType) \(address)" }
}
