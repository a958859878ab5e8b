/// Attributes that a media section inherits from the session when it has none of its own.
extension SessionDescription {
    /// The direction of a section: its own, the session's, or `sendrecv` (RFC 8866 §6.7).
    public func direction(of section: MediaSection) -> MediaDirection {
        section.ownDirection ?? MediaSection.direction(in: self) ?? .sendrecv
    }

    /// The ICE credentials of a section; both from the section or both from the session (RFC 8839 §5.4).
    public func iceCredentials(of section: MediaSection) -> IceCredentials? {
        Self.credentials(in: section) ?? Self.credentials(in: self)
    }

    private static func credentials(in holder: some AttributeHolder) -> IceCredentials? {
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

    /// The DTLS role a section's writer asks for; nil where none is written.
    public func setupRole(of section: MediaSection) -> SetupRole? {
        (section.value(of: "setup") ?? value(of: "setup")).flatMap(SetupRole.init(rawValue:))
    }

    /// The user fragment of the first section with one: when it changes, the peer restarted ICE.
    public var firstUserFragment: String? {
        for section in media {
            if let credentials = iceCredentials(of: section) { return credentials.userFragment }
        }
        return Self.credentials(in: self)?.userFragment
    }
}
