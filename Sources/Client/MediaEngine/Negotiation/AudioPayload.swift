/// A payload number and the codec it stands for.
public struct AudioPayload: Hashable, Sendable {
    /// 0…127.
    public var payloadType: UInt8
    public var codec: AudioCodec

    public init(payloadType: UInt8, codec: AudioCodec) {
        self.payloadType = payloadType
        self.codec = codec
    }

    /// RTP timestamp units a second.
    public var clockRate: UInt32 { codec.clockRate }
}

extension AudioCodec {
    /// RTP timestamp units a second (RFC 7587 §4.1, RFC 3551 §6).
    public var clockRate: UInt32 { self == .opus ? 48_000 : 8_000 }
}
