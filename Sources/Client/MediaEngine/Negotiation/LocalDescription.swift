import SDP

/// One description of ours, before its candidates are known.
struct LocalDescription: Hashable, Sendable {
    var layout: SectionLayout
    var direction: MediaDirection
    var setup: SetupRole
    /// Which ICE generation's credentials and candidates it carries.
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
