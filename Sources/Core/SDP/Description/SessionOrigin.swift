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

    init(parsing value: Substring, line: Int) throws(SDPError) {
        let fields = value.fields()
        guard fields.count == 6 else { throw SDPError(.malformedOrigin, line: line, "not six fields") }
        guard !fields[1].isEmpty, fields[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw SDPError(.malformedOrigin, line: line, "a session identifier that is no number")
        }
        guard let version = UInt64(decimal: fields[2]) else {
            throw SDPError(.malformedOrigin, line: line, "a session version that is no number of 64 bits")
        }
        self.init(
            username: String(fields[0]), sessionIdentifier: String(fields[1]), version: version,
            networkType: String(fields[3]), addressType: String(fields[4]), address: String(fields[5]))
    }

    var text: String { "\(username) \(sessionIdentifier) \(version) \(networkType) \(addressType) \(address)" }
}
