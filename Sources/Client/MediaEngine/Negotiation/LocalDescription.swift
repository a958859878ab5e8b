import SDP

/// A local description without its candidates.
struct LocalDescription: Hashable, Sendable {
    var layout: SectionLayout
    var direction: MediaDirection
    var setup: SetupRole
    /// Identifies the ICE generation whose credentials and candidates it contains.
    var userFragment: String
    var version: UInt64

    func text(_ local: LocalMedia, _ generation: IceGeneration) -> String {
        let origin = SessionOrigin(sessionIdentifier: String(local.sessionIdentifier), version: version)
        var description = SessionDescription(origin: origin)
        if layout.isBundled, let identification = layout.mediaIdentification {
            description.append("group", "BUNDLE \(identification)")
        }
        description.append("msid-semantic", "WMS *")
        description.media = layout.refused
        description.media.insert(audio(local, generation), at: layout.audioIndex)
        return description.text
    }

    private func audio(_ local: LocalMedia, _ generation: IceGeneration) -> MediaSection {
        let primary = generation.defaultCandidate
        let address = primary.map { $0.address.utf8.contains(0x3A) ? "IN IP6 \($0.address)" : "IN IP4 \($0.address)" }
        var section = MediaSection(
            kind: "audio", port: primary?.port ?? 9, transport: layout.transport,
            formats: layout.formats.map { String($0.payloadType) })
        section.lines.append(.other(letter: "c", value: address ?? "IN IP4 0.0.0.0"))
        section.append("rtcp", "9 IN IP4 0.0.0.0")
        for candidate in generation.candidates { section.append("candidate", candidate.text) }
        if generation.isComplete { section.append("end-of-candidates") }
        writeTransport(local, generation.credentials, to: &section)
        writeAudio(local, to: &section)
        return section
    }

    private func writeTransport(_ local: LocalMedia, _ credentials: IceCredentials, to section: inout MediaSection) {
        section.append("ice-ufrag", credentials.userFragment)
        section.append("ice-pwd", credentials.password)
        if local.trickles { section.append("ice-options", "trickle") }
        section.append("fingerprint", local.fingerprint.text)
        section.append("setup", setup.rawValue)
        if let identification = layout.mediaIdentification { section.append("mid", identification) }
    }

    private func writeAudio(_ local: LocalMedia, to section: inout MediaSection) {
        section.append(direction.rawValue)
        section.append("msid", "\(local.streamIdentification) \(local.trackIdentification)")
        if layout.multiplexesRTCP { section.append("rtcp-mux") }
        for format in layout.formats { format.write(to: &section, among: layout.formats) }
        section.append("ptime", "20")
        section.append("maxptime", "120")
        section.append("ssrc", "\(local.synchronizationSource) cname:\(local.canonicalName)")
    }
}

/// The media sections of a session. It survives renegotiation, because sections are never reordered or removed.
struct SectionLayout: Hashable, Sendable {
    /// The index of our audio section.
    var audioIndex: Int
    /// The number of all sections; those other than ours are refused.
    var count: Int { refused.count + 1 }
    /// Our answers to the other sections, in order.
    var refused: [MediaSection]
    /// Nil if the peer's offer had none, as FreeSWITCH's offers.
    var mediaIdentification: String?
    /// The transport of the first offer, which is repeated.
    var transport: String
    var isBundled: Bool
    var multiplexesRTCP: Bool
    /// The formats in order, with payload types that stay the same during the session.
    var formats: [NegotiatedFormat]

    /// The layout of our first offer.
    init(offering local: LocalMedia) {
        audioIndex = 0
        refused = []
        mediaIdentification = local.mediaIdentification
        transport = "UDP/TLS/RTP/SAVPF"
        isBundled = true
        multiplexesRTCP = true
        formats = NegotiatedFormat.offered(local.codecs)
    }

    /// The layout of the answer to an offer.
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

    /// Refuses a section with port 0 and the same kind, transport, formats and name (RFC 8829 §5.3.1).
    private static func refusal(of section: MediaSection) -> MediaSection {
        var refusal = MediaSection(
            kind: section.kind, port: 0, transport: section.transport, formats: section.formats,
            lines: [.other(letter: "c", value: "IN IP4 0.0.0.0")])
        if let identification = section.mediaIdentification { refusal.append("mid", identification) }
        refusal.append("inactive")
        return refusal
    }
}
