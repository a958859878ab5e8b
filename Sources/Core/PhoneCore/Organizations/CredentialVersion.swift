/// Which credentials of an organisation: the exchange's number for them, higher than that of any it gave before to this
/// device. The device's own clock has no part in it.
public struct CredentialVersion: Hashable, Comparable, Sendable, Codable, RawRepresentable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: CredentialVersion, right: CredentialVersion) -> Bool { left.rawValue < right.rawValue }
}
