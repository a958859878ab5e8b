import RTP
import SDP

/// A payload type in a description whose format we support.
struct NegotiatedFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case audio(AudioCodec)
        case telephoneEvent(clockRate: UInt32)
        /// Opus that repeats earlier packets (RFC 2198).
        case redundancy
        /// Descriptions of noise in place of silence, for G.711 (RFC 3389).
        case comfortNoise
    }

    var payloadType: UInt8
    var kind: Kind

    init(payloadType: UInt8, kind: Kind) {
        self.payloadType = payloadType
        self.kind = kind
    }

    /// Nil for unsupported formats.
    init?(_ format: PayloadFormat) {
        payloadType = format.payloadType
        let channels = format.channels ?? 1
        switch (format.encoding.utf8.count, format.clockRate, channels) {
        // RFC 7587 §7: always 48000 and always /2. Other parameters are not valid Opus, and Chrome drops them too.
        case (4, 48_000, 2) where format.isNamed("opus"): kind = .audio(.opus)
        case (3, 48_000, 2) where format.isNamed("red"): kind = .redundancy
        case (4, 8_000, 1) where format.isNamed("PCMU"): kind = .audio(.pcmu)
        case (4, 8_000, 1) where format.isNamed("PCMA"): kind = .audio(.pcma)
        // The other rates are for codecs that are not ours.
        case (2, 8_000, 1) where format.isNamed("CN"): kind = .comfortNoise
        case (_, 8_000...48_000, 1) where format.isNamed("telephone-event"):
            kind = .telephoneEvent(clockRate: format.clockRate)
        default: return nil
        }
    }

    var audio: AudioPayload? {
        if case .audio(let codec) = kind { AudioPayload(payloadType: payloadType, codec: codec) } else { nil }
    }

    var telephoneEvent: TelephoneEventPayload? {
        if case .telephoneEvent(let rate) = kind {
            TelephoneEventPayload(payloadType: payloadType, clockRate: rate)
        } else {
            nil
        }
    }

    /// The formats of our first offer, with the same payload types as Chrome, so that logs look familiar.
    ///
    /// Comfort noise is offered with G.711, so that a peer may leave its silence out. It harms no call over FreeSWITCH's
    /// Verto, whose legs never agree to it (read in mod_verto.c, which suppresses it).
    static func offered(_ codecs: [AudioCodec]) -> [NegotiatedFormat] {
        var formats = codecs.map { codec in
            switch codec {
            case .opus: NegotiatedFormat(payloadType: 111, kind: .audio(.opus))
            case .pcmu: NegotiatedFormat(payloadType: 0, kind: .audio(.pcmu))
            case .pcma: NegotiatedFormat(payloadType: 8, kind: .audio(.pcma))
            }
        }
        if codecs.contains(where: \.takesComfortNoise) {
            formats.append(NegotiatedFormat(payloadType: NoiseDescription.payloadType, kind: .comfortNoise))
        }
        if codecs.contains(.opus) {
            formats.append(NegotiatedFormat(payloadType: 63, kind: .redundancy))
            formats.append(NegotiatedFormat(payloadType: 110, kind: .telephoneEvent(clockRate: 48_000)))
        }
        formats.append(NegotiatedFormat(payloadType: 101, kind: .telephoneEvent(clockRate: 8_000)))
        return formats
    }

    /// The `a=rtpmap` and `a=fmtp` lines.
    ///
    /// - Parameter formats: all formats of the section, because redundancy names the format that it repeats.
    func write(to section: inout MediaSection, among formats: [NegotiatedFormat]) {
        func map(_ encoding: String, _ clockRate: UInt32, channels: Int? = nil) -> String {
            PayloadFormat(payloadType: payloadType, encoding: encoding, clockRate: clockRate, channels: channels).text
        }
        switch kind {
        case .audio(.opus):
            section.append("rtpmap", map("opus", 48_000, channels: 2))
            section.append("fmtp", "\(payloadType) minptime=10;useinbandfec=1")
        case .redundancy:
            section.append("rtpmap", map("red", 48_000, channels: 2))
            guard let opus = formats.first(where: { $0.kind == .audio(.opus) })?.payloadType else { return }
            section.append("fmtp", "\(payloadType) \(opus)/\(opus)")
        case .audio(.pcmu):
            section.append("rtpmap", map("PCMU", 8_000))
        case .audio(.pcma):
            section.append("rtpmap", map("PCMA", 8_000))
        case .comfortNoise:
            section.append("rtpmap", map("CN", NoiseDescription.clockRate))
        case .telephoneEvent(let clockRate):
            section.append("rtpmap", map("telephone-event", clockRate))
            section.append("fmtp", "\(payloadType) 0-15")
        }
    }
}

/// An RTP payload type and its codec.
public struct AudioPayload: Hashable, Sendable {
    /// The RTP payload type, 0…127.
    public var payloadType: UInt8
    /// The codec of the packets with that type.
    public var codec: AudioCodec

    public init(payloadType: UInt8, codec: AudioCodec) {
        self.payloadType = payloadType
        self.codec = codec
    }

    /// RTP timestamp units per second.
    public var clockRate: UInt32 { codec.clockRate }
}

extension AudioCodec {
    /// RTP timestamp units per second (RFC 7587 §4.1, RFC 3551 §6).
    public var clockRate: UInt32 { self == .opus ? 48_000 : 8_000 }

    /// Whether the noise of its pauses is described by packets of another type (RFC 3389). Opus describes its own.
    var takesComfortNoise: Bool { self != .opus }
}

/// An RTP payload type for telephone events (RFC 4733).
public struct TelephoneEventPayload: Hashable, Sendable {
    /// The RTP payload type, 0…127.
    public var payloadType: UInt8
    /// The units per second of its durations; the rate may differ from the audio's.
    public var clockRate: UInt32

    public init(payloadType: UInt8, clockRate: UInt32) {
        self.payloadType = payloadType
        self.clockRate = clockRate
    }
}
