public import SDP

/// What stays the same about our side for as long as a peer connection lives.
public struct LocalMedia: Hashable, Sendable {
    /// The session identifier of our `o=` lines. Random and below 2⁶³ (RFC 8829 §5.2.1).
    public var sessionIdentifier: UInt64
    /// Of our DTLS certificate.
    public var fingerprint: CertificateFingerprint
    /// The synchronization source of the audio we send.
    public var synchronizationSource: UInt32
    /// The canonical name of our RTCP reports (RFC 7022).
    public var canonicalName: String
    /// The names browsers give to the stream and the track they make of our audio (RFC 8830).
    public var streamIdentification = "carillon"
    public var trackIdentification = "audio0"
    /// The `a=mid` of our first offer. As answerer the peer's is used.
    public var mediaIdentification = "0"
    /// In order of preference, at least one. Our offers use this order, our answers the offer's.
    public var codecs: [AudioCodec]
    /// The role we take when an offer leaves it to us; active saves a round trip (RFC 5763 §5).
    public var answerRole = DTLSRole.client
    /// Whether candidates follow the descriptions.
    public var trickles: Bool

    public init(
        sessionIdentifier: UInt64, fingerprint: CertificateFingerprint, synchronizationSource: UInt32,
        canonicalName: String, codecs: [AudioCodec] = [.opus, .pcmu, .pcma], trickles: Bool = false
    ) {
        self.sessionIdentifier = sessionIdentifier
        self.fingerprint = fingerprint
        self.synchronizationSource = synchronizationSource
        self.canonicalName = canonicalName
        self.codecs = codecs
        self.trickles = trickles
    }
}
