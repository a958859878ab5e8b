/// A session description (RFC 8866). This code understands the subset WebRTC needs, and keeps all else line by line.
///
/// A description that is read and written again is the same text, except for line ends (always CR LF) and repeated
/// spaces in `o=` and `m=` lines. The printed form shows its shape and never its content, which includes addresses
/// and passwords.
public struct SessionDescription: Hashable, Sendable, AttributeContainer {
    /// The `o=` line.
    public var origin: SessionOrigin
    /// The lines of the session level after `o=`, in order.
    public var lines: [SDPLine]
    /// The sections in the order of their `m=` lines.
    public var media: [MediaSection]

    public init(origin: SessionOrigin, lines: [SDPLine], media: [MediaSection] = []) {
        self.origin = origin
        self.lines = lines
        self.media = media
    }

    /// Makes a description without media: no session name, no end time (RFC 8829 §5.2.1).
    public init(origin: SessionOrigin) {
        self.init(origin: origin, lines: [.other(letter: "s", value: "-"), .other(letter: "t", value: "0 0")])
    }

    /// The media identifications of each `a=group` of that semantics, such as `BUNDLE` (RFC 5888 §5).
    public func groups(_ semantics: String) -> [[String]] {
        values(of: "group").compactMap { value in
            let fields = value.fields()
            guard let first = fields.first, first == semantics else { return nil }
            return fields.dropFirst().map(String.init)
        }
    }
}

extension SessionDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SessionDescription(\(media.count) media sections, ‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The `o=` line (RFC 8866 §5.2).
public struct SessionOrigin: Hashable, Sendable {
    /// The user name, `-` as a rule.
    public var username: String
    /// Digits, kept as text because some peers write more of them than an integer holds.
    public var sessionIdentifier: String
    /// The version, which grows with every description that differs from the one before.
    public var version: UInt64
    /// The kind of network: `IN`, the Internet.
    public var networkType: String
    /// `IP4` or `IP6`.
    public var addressType: String
    /// The address of the writer; browsers write a loopback address.
    public var address: String

    public init(
        username: String = "-", sessionIdentifier: String, version: UInt64, networkType: String = "IN",
        addressType: String = "IP4", address: String = "127.0.0.1"
    ) {
        self.username = username
        self.sessionIdentifier = sessionIdentifier
        self.version = version
        self.networkType = networkType
        self.addressType = addressType
        self.address = address
    }

    init(parsing value: SDPBytes, line: Int) throws(SDPError) {
        var fields = FieldReader(value)
        guard let username = fields.next(), let identifier = fields.next(), let version = fields.next(),
            let networkType = fields.next(), let addressType = fields.next(), let address = fields.next(),
            fields.next() == nil
        else { throw SDPError(.malformedOrigin, line: line, "not six fields") }
        guard identifier.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw SDPError(.malformedOrigin, line: line, "a session identifier that is not a number")
        }
        guard let version = UInt64(decimal: version) else {
            throw SDPError(.malformedOrigin, line: line, "a session version that is not a 64-bit number")
        }
        self.init(
            username: username.text, sessionIdentifier: identifier.text, version: version,
            networkType: networkType.text, addressType: addressType.text, address: address.text)
    }

    var text: String { "\(username) \(sessionIdentifier) \(version) \(networkType) \(addressType) \(address)" }
}

/// Attributes that a media section inherits from the session when it has none of its own.
extension SessionDescription {
    /// The direction of a section: its own, or else the session's, or else `sendrecv` (RFC 8866 §6.7).
    public func direction(of section: MediaSection) -> MediaDirection {
        section.ownDirection ?? MediaSection.direction(in: self) ?? .sendrecv
    }

    /// The ICE credentials of a section; both from the section or both from the session (RFC 8839 §5.4).
    public func iceCredentials(of section: MediaSection) -> IceCredentials? {
        Self.credentials(in: section) ?? Self.credentials(in: self)
    }

    private static func credentials(in holder: some AttributeContainer) -> IceCredentials? {
        guard let userFragment = holder.value(of: "ice-ufrag"), let password = holder.value(of: "ice-pwd") else {
            return nil
        }
        return IceCredentials(userFragment: userFragment, password: password)
    }

    /// The certificate fingerprints of a section, or else the session's (RFC 8122 §5).
    public func fingerprints(of section: MediaSection) -> [CertificateFingerprint] {
        let own = section.values(of: "fingerprint")
        return (own.isEmpty ? values(of: "fingerprint") : own).compactMap(CertificateFingerprint.init(parsing:))
    }

    /// The DTLS role that the writer of a section asks for; nil if none is written.
    public func setupRole(of section: MediaSection) -> SetupRole? {
        (section.value(of: "setup") ?? value(of: "setup")).flatMap(SetupRole.init(rawValue:))
    }

    /// The user fragment of the first section that has one. When it changes, the peer restarted ICE.
    public var firstUserFragment: String? {
        for section in media {
            if let credentials = iceCredentials(of: section) { return credentials.userFragment }
        }
        return Self.credentials(in: self)?.userFragment
    }
}

/// Changes that the exchange and the client make in another party's description.
extension SessionDescription {
    /// Adds candidates to the section at `index`, and declares the list complete if it is. An invalid index changes
    /// nothing.
    public mutating func add(_ candidates: [IceCandidate], isComplete: Bool, toMediaAt index: Int) {
        guard media.indices.contains(index) else { return }
        let isFinal = isComplete || media[index].hasAllCandidates
        media[index].removeAttributes("end-of-candidates")
        for candidate in candidates { media[index].append("candidate", candidate.text) }
        if isFinal { media[index].append("end-of-candidates") }
    }

    /// Sets the direction of every section of a kind that is in use.
    public mutating func setDirection(_ direction: MediaDirection, ofKind kind: String = "audio") {
        for index in media.indices where media[index].kind == kind && !media[index].isRejected {
            media[index].setDirection(direction)
        }
    }

    /// Moves preferred codecs to the front of every audio section.
    public mutating func prefer(_ codecs: [CodecPreference]) {
        for index in media.indices where media[index].kind == "audio" {
            media[index].prefer(codecs)
        }
    }

    /// Puts session lines into the order of RFC 8866 §9. Lines with the same letter keep their order.
    ///
    /// Telnyx's clients write `a=ice-options` before `s=`, which libwebrtc refuses. So a description is put in order
    /// before it is passed to libwebrtc.
    public mutating func orderSessionLines() {
        let order: [Character] = ["s", "i", "u", "e", "p", "c", "b", "t", "r", "z", "k"]
        var ordered: [SDPLine] = []
        for letter in order {
            ordered += lines.filter { if case .other(letter, _) = $0 { true } else { false } }
        }
        let others = lines.filter { line in
            if case .other(let letter, _) = line { !order.contains(letter) } else { true }
        }
        lines = ordered + others
    }
}

extension SessionDescription {
    /// The description as text, lines ending with CR LF.
    public var text: String {
        var writer = LineWriter()
        writer.write("v", "0")
        writer.write("o", origin.text)
        writer.write(lines)
        for section in media {
            writer.write("m", section.headText)
            writer.write(section.lines)
        }
        return writer.text
    }
}

/// Writes lines so that no value can begin another line, whatever its source.
private struct LineWriter {
    var text = ""

    init() { text.reserveCapacity(2_048) }

    mutating func write(_ lines: [SDPLine]) {
        for line in lines {
            switch line {
            case .attribute(let attribute):
                if let value = attribute.value {
                    write("a", attribute.name + ":" + value)
                } else {
                    write("a", attribute.name)
                }
            case .other(let letter, let value):
                write(letter, value)
            }
        }
    }

    mutating func write(_ letter: Character, _ value: String) {
        text.append(letter)
        text += "="
        let isPlain = value.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
        text += isPlain ? value : Self.withoutLineEnds(value)
        text += "\r\n"
    }

    private static func withoutLineEnds(_ value: String) -> String {
        String(decoding: value.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }
}
