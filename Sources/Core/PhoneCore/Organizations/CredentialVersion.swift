/// Which credentials of an organisation: the exchange counts them up for each device.
public struct CredentialVersion: Hashable, Comparable, Sendable, Codable, RawRepresentable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static func < (left: CredentialVersion, right: CredentialVersion) -> Bool { left.rawValue < right.rawValue }
}
