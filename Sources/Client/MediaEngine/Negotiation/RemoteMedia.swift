import SDP

/// A description of the peer that was read and is acceptable.
struct RemoteMedia: Hashable, Sendable {
    var description: SessionDescription
    /// The index of the audio section.
    var index: Int
    var section: MediaSection { description.media[index] }
    /// The supported formats, in the peer's order.
    var formats: [NegotiatedFormat]
    var direction: MediaDirection
    var credentials: IceCredentials
    /// The fingerprints with accepted hashes.
    var fingerprints: [CertificateFingerprint]
    var setup: SetupRole?

    /// - Parameter fixedIndex: the settled index of the audio section; if nil, the first suitable section is used.
    init(_ description: SessionDescription, fixedIndex: Int?, codecs: [AudioCodec]) throws(MediaError) {
        let found =
            if let fixedIndex {
                fixedIndex
            } else {
                try Self.audioIndex(in: description, codecs: codecs)
            }
        guard description.media.indices.contains(found), description.media[found].kind == "audio" else {
            throw MediaError(.malformedDescription, "the audio section is not where it was")
        }
        let section = description.media[found]
        guard !section.isRejected else { throw MediaError(.noCommonCodec, "the peer refuses the audio section") }
        guard section.isRTP else { throw MediaError(.malformedDescription, "an audio section that is not RTP") }
        self.description = description
        index = found
        formats = Self.formats(of: section, codecs: codecs)
        direction = description.direction(of: section)
        credentials = try Self.credentials(description, section)
        fingerprints = try Self.fingerprints(description, section)
        setup = description.setupRole(of: section)
    }

    static func formats(of section: MediaSection, codecs: [AudioCodec]) -> [NegotiatedFormat] {
        section.payloadFormats.compactMap(NegotiatedFormat.init).filter { format in
            switch format.kind {
            case .audio(let codec): codecs.contains(codec)
            case .redundancy: codecs.contains(.opus)
            case .comfortNoise: codecs.contains(where: \.takesComfortNoise)
            case .telephoneEvent: true
            }
        }
    }

    private static func audioIndex(
        in description: SessionDescription, codecs: [AudioCodec]
    ) throws(MediaError) -> Int {
        let candidates = description.media.indices.filter {
            description.media[$0].kind == "audio" && description.media[$0].isRTP && !description.media[$0].isRejected
        }
        guard let first = candidates.first else { throw MediaError(.malformedDescription, "no audio section in use") }
        return candidates.first { index in
            formats(of: description.media[index], codecs: codecs).contains { $0.audio != nil }
        } ?? first
    }

    private static func credentials(
        _ description: SessionDescription, _ section: MediaSection
    ) throws(MediaError) -> IceCredentials {
        guard let credentials = description.iceCredentials(of: section), credentials.areWellFormed else {
            throw MediaError(.malformedDescription, "no ICE credentials, or too short ones, for the audio section")
        }
        return credentials
    }

    /// RFC 8122 §5 lets the peer choose the hash. SHA-1 and MD5 are insecure for this use, so they are ignored.
    private static func fingerprints(
        _ description: SessionDescription, _ section: MediaSection
    ) throws(MediaError) -> [CertificateFingerprint] {
        let sizes = ["sha-256": 32, "sha-384": 48, "sha-512": 64]
        let accepted = description.fingerprints(of: section).filter { sizes[$0.hash] == $0.bytes.count }
        guard !accepted.isEmpty else {
            throw MediaError(.malformedDescription, "no SHA-256, SHA-384 or SHA-512 fingerprint for the audio section")
        }
        return accepted
    }

    var isBundled: Bool {
        guard let identification = section.mediaIdentification else { return false }
        return description.groups("BUNDLE").contains { $0.contains(identification) }
    }

    /// One transport carries RTP and RTCP, so only component 1 counts; FreeSWITCH writes the same candidate for both.
    var candidates: [IceCandidate] {
        var unique: [IceCandidate] = []
        for candidate in section.candidates where candidate.component == 1 {
            if !unique.contains(candidate) { unique.append(candidate) }
        }
        return unique
    }
}

extension MediaError {
    init(_ error: SDPError) {
        self.init(error.code == .limitExceeded ? .limitReached : .malformedDescription, error.description)
    }
}

extension SessionDescription {
    /// Reads a description of the peer.
    ///
    /// - Throws: `MediaError` with code `.malformedDescription` or `.limitReached`.
    init(ofPeer text: String) throws(MediaError) {
        do {
            try self.init(parsing: text)
        } catch {
            throw MediaError(error)
        }
    }
}
