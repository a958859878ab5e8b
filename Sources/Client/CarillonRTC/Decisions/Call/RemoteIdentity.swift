import SDP

/// What tells one peer connection of the other side from another: where it listens and who it is.
///
/// An offer with the same identity speaks of the media we already have (RFC 8839 §4.4: a restart changes the
/// fragment).
struct RemoteIdentity: Hashable, Sendable {
    let userFragment: String
    let fingerprints: [String]
    /// Whether it takes digits as RTP events (RFC 4733).
    let takesTelephoneEvents: Bool

    /// Nil when the description cannot be read or has no ICE.
    init?(_ sdp: String) {
        guard let description = try? SessionDescription(parsing: sdp),
            let section = description.media.first(where: { $0.kind == "audio" }),
            let credentials = description.iceCredentials(of: section)
        else { return nil }
        userFragment = credentials.userFragment
        fingerprints = description.fingerprints(of: section).map(\.text).sorted()
        takesTelephoneEvents = section.payloadFormats.contains { $0.encoding.lowercased() == "telephone-event" }
    }

    func isSamePeerConnection(as other: RemoteIdentity) -> Bool {
        userFragment == other.userFragment && fingerprints == other.fingerprints
    }
}
