import SDP

/// The sections of a session and what they are called. It outlives renegotiation: sections are never reordered or removed.
struct SectionLayout: Hashable, Sendable {
    /// The audio section that is ours.
    var audioIndex: Int
    /// Every section of the session; those other than ours are refused.
    var count: Int { refused.count + 1 }
    /// The other sections as we answer them, in order, ours left out.
    var refused: [MediaSection]
    /// nil where the peer's offer had none: FreeSWITCH never writes one.
    var mediaIdentification: String?
    /// Repeated as the first offer had it.
    var transport: String
    var isBundled: Bool
    var multiplexesRTCP: Bool
    /// In order, with the numbers that stay for the life of the session.
    var formats: [NegotiatedFormat]

    /// Of our first offer.
    init(offering local: LocalMedia) {
        audioIndex = 0
        refused = []
        mediaIdentification = local.mediaIdentification
        transport = "UDP/TLS/RTP/SAVPF"
        isBundled = true
        multiplexesRTCP = true
        formats = NegotiatedFormat.offered(local.codecs)
    }

    /// Of the answer to an offer.
    init(answering offer: RemoteMedia, formats: [NegotiatedFormat]) {
        audioIndex = offer.index
        refused = offer.description.media.indices.filter { $0 != offer.index }
            .map { Self.refusal(of: offer.description.media[$0]) }
        mediaIdentification = offer.section.mediaIdentification
        transport = offer.section.transport
        isBundled = offer.isBundled
        multiplexesRTCP = offer.section.multiplexesRTCP
        self.formats = formats
    }

    /// RFC 8829 §5.3.1: port 0, the same kind, transport and formats, and the name.
    private static func refusal(of section: MediaSection) -> MediaSection {
        var refusal = MediaSection(
            kind: section.kind, port: 0, transport: section.transport, formats: section.formats,
            lines: [.other(letter: "c", value: "IN IP4 0.0.0.0")])
        if let identification = section.mediaIdentification { refusal.append("mid", identification) }
        refusal.append("inactive")
        return refusal
    }
}
