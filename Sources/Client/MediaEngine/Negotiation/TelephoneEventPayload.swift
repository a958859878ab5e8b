/// A payload number that carries RFC 4733 telephone events.
public struct TelephoneEventPayload: Hashable, Sendable {
    /// 0…127.
    public var payloadType: UInt8
    /// Units a second in which its durations count; it may differ from the audio's.
    public var clockRate: UInt32

    public init(payloadType: UInt8, clockRate: UInt32) {
        self.payloadType = payloadType
        self.clockRate = clockRate
    }
}
