public import SDP

/// What both sides agreed on: everything an engine needs to run its transport and its codecs.
public struct NegotiatedMedia: Hashable, Sendable {
    /// What to send with.
    public var sendPayload: AudioPayload
    /// Every number audio may arrive with. A peer may change between them at any packet.
    public var receivablePayloads: [AudioPayload]
    /// What to send digits with, preferably at the clock of the audio; nil when the peer takes none.
    public var sendTelephoneEvent: TelephoneEventPayload?
    /// Every number digits may arrive with. Chrome uses another one than we would.
    public var receivableTelephoneEvents: [TelephoneEventPayload]
    /// What to send packets with that repeat earlier ones (RFC 2198); nil when the peer takes none.
    public var sendRedundancy: UInt8?
    /// Every number such packets may arrive with.
    public var receivableRedundancy: [UInt8]

    /// Whether we send audio, by what both sides want.
    public var sends: Bool
    /// Whether audio of the peer is to be expected, by what both sides want.
    public var receives: Bool
    /// What the peer does, seen from its own side.
    public var remoteDirection: MediaDirection

    /// The peer's certificate has to match one of these. Only hashes we accept: SHA-256, SHA-384 and SHA-512.
    public var remoteFingerprints: [CertificateFingerprint]
    public var role: DTLSRole
    /// Whether the role or the peer's certificate differs from the agreement before, so that DTLS must start anew.
    public var needsNewAssociation: Bool

    public var localCredentials: IceCredentials
    public var remoteCredentials: IceCredentials
    /// Whether our credentials differ from those of the agreement before.
    public var localRestartedICE: Bool
    /// Whether the peer's user fragment differs from that of the agreement before.
    public var remoteRestartedICE: Bool
    /// Whether either side did: after it the peer may have begun DTLS anew. FreeSWITCH does after a re-attach, and answers
    /// a restart of ours with the credentials it had (observed).
    public var restartsICE: Bool { localRestartedICE || remoteRestartedICE }
    /// The candidates in the peer's description, for RTP with RTCP on the same port, each once.
    public var remoteCandidates: [IceCandidate]
    /// Whether the peer said that no further candidates follow.
    public var remoteHasAllCandidates: Bool
    /// Where false the peer sends and expects RTCP on another port, which we do not open: there are no reports then.
    public var multiplexesRTCP: Bool

    /// The `a=mid` of the audio section, empty where there is none, and its place among the sections.
    public var mediaIdentification: String
    public var mediaLineIndex: Int

    /// Whether the peer asked for Opus in-band error correction (RFC 7587 §6.1).
    public var peerWantsForwardErrorCorrection: Bool
    /// The highest Opus bit rate the peer takes, in bits a second (RFC 7587 §6.1).
    public var peerBitRateMax: Int?
    /// How much audio the peer wants in a packet; nil where it does not say.
    public var peerPacketMilliseconds: Int?
    /// How much audio the peer takes in a packet at most; nil where it does not say.
    public var peerPacketMillisecondsMax: Int?

    /// Whether this comes from a provisional answer.
    public var isProvisional: Bool
}
