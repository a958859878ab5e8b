/// The status by which a device that speaks of SIP says how it ended a call.
public struct SIPStatus: Hashable, Sendable {
    /// What a final answer other than success may be. Source: RFC 3261 §7.2.
    private static let codes: ClosedRange<Int64> = 300...699
    /// The longest phrase that is passed on, in characters. The longest of RFC 3261 has 34.
    private static let reasonLengthMax = 64

    /// From 300 to 699.
    public let code: UInt16
    public let reason: String?

    /// Nil for what no call ends with.
    public init?(_ code: Int64, _ reason: String?) {
        guard Self.codes.contains(code) else { return nil }
        self.code = UInt16(code)
        self.reason = reason.map { String($0.prefix(Self.reasonLengthMax)) }
    }
}
