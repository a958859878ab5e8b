import MediaEngine
import SDP

/// A negotiator with everything it needs from outside, made from a name.
struct Peer {
    var negotiator: Negotiator
    let name: Character

    init(_ name: Character, codecs: [AudioCodec] = [.opus, .pcmu, .pcma], trickles: Bool = false) {
        self.name = name
        let byte = name.asciiValue ?? 0
        let local = LocalMedia(
            sessionIdentifier: UInt64(byte) + 1_000, fingerprint: Self.fingerprint(name),
            synchronizationSource: UInt32(byte), canonicalName: "\(name)@carillon", codecs: codecs, trickles: trickles)
        negotiator = Negotiator(local, credentials: Self.credentials(name, generation: 1))
    }

    static func fingerprint(_ name: Character) -> CertificateFingerprint {
        CertificateFingerprint(hash: "sha-256", bytes: [UInt8](repeating: name.asciiValue ?? 0, count: 32))
    }

    static func credentials(_ name: Character, generation: Int) -> IceCredentials {
        IceCredentials(
            userFragment: "\(name)frag\(generation)", password: "\(name)password-of-generation-\(generation)")
    }

    func credentials(_ generation: Int) -> IceCredentials { Self.credentials(name, generation: generation) }

    /// The description made last, which has to be there.
    var text: String { negotiator.localDescription ?? "" }

    var section: MediaSection? { (try? SessionDescription(parsing: text))?.media.first }

    /// Offers to `other`, which answers; both are stable afterwards.
    mutating func call(
        _ other: inout Peer, restart: IceCredentials? = nil, answererRestart: IceCredentials? = nil
    ) throws {
        try negotiator.createOffer(restart: restart)
        try other.negotiator.acceptOffer(text)
        try other.negotiator.createAnswer(restart: answererRestart)
        try negotiator.acceptAnswer(other.text, provisional: false)
    }
}

extension MediaSection {
    /// What has to stay when nothing but the direction is renegotiated.
    var identity: [String] {
        ["ice-ufrag", "ice-pwd", "fingerprint", "mid", "rtpmap", "ssrc"].flatMap(values(of:)) + formats + [transport]
    }
}
