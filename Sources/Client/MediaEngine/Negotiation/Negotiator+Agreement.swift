import RTP
public import SDP

/// The steps common to offering and answering.
extension Negotiator {
    mutating func prepareRestart(_ credentials: IceCredentials) throws(MediaError) {
        guard credentials.areWellFormed else {
            throw MediaError(.unsupportedConfiguration, "ICE credentials that are not well-formed")
        }
        guard credentials.userFragment != settled?.generation.credentials.userFragment else {
            throw MediaError(.unsupportedConfiguration, "an ICE restart with the user fragment in use")
        }
        nextGeneration = IceGeneration(credentials: credentials)
    }

    mutating func describe(
        _ layout: SectionLayout, _ direction: MediaDirection, _ setup: SetupRole, _ generation: IceGeneration
    ) {
        version += 1
        description = LocalDescription(
            layout: layout, direction: direction, setup: setup, userFragment: generation.credentials.userFragment,
            version: version)
    }

    /// The direction of our next description. A restart repeats the agreed direction: a hold is not stated in
    /// descriptions, so its end must not need a description either.
    func direction(restarting: Bool) -> MediaDirection {
        restarting ? settled?.direction ?? direction : direction
    }

    /// Combines both descriptions to an agreement.
    func agree(
        _ remote: RemoteMedia, layout: SectionLayout, _ generation: IceGeneration, _ direction: MediaDirection,
        _ role: DTLSRole, sending: [NegotiatedFormat], receiving: [NegotiatedFormat], _ isProvisional: Bool
    ) throws(MediaError) -> Agreement {
        guard let sendPayload = sending.lazy.compactMap(\.audio).first else {
            throw MediaError(.noCommonCodec, "no codec both sides have")
        }
        let before = provisional ?? settled
        let events = sending.compactMap(\.telephoneEvent)
        let parameters = remote.section.formatParameters(of: sendPayload.payloadType)
        let media = NegotiatedMedia(
            sendPayload: sendPayload,
            receivablePayloads: receiving.compactMap(\.audio),
            sendTelephoneEvent: events.first { $0.clockRate == sendPayload.clockRate } ?? events.first,
            receivableTelephoneEvents: receiving.compactMap(\.telephoneEvent),
            sendRedundancy: sending.first { $0.kind == .redundancy }?.payloadType,
            receivableRedundancy: receiving.filter { $0.kind == .redundancy }.map(\.payloadType),
            sendComfortNoise: Self.comfortNoise(for: sendPayload, remote, among: sending),
            receivableComfortNoise: Self.comfortNoise(among: receiving),
            sends: direction.sends && remote.direction.receives,
            receives: direction.receives && remote.direction.sends,
            remoteDirection: remote.direction,
            remoteFingerprints: remote.fingerprints,
            role: role,
            needsNewAssociation: before.map { needsNewAssociation($0.media, remote, role) } ?? false,
            localCredentials: generation.credentials,
            remoteCredentials: remote.credentials,
            localRestartedICE: settled.map { $0.generation.credentials != generation.credentials } ?? false,
            remoteRestartedICE: before.map { $0.remoteUserFragment != remote.credentials.userFragment } ?? false,
            remoteCandidates: remote.candidates,
            remoteHasAllCandidates: remote.section.hasAllCandidates,
            multiplexesRTCP: remote.section.multiplexesRTCP,
            mediaIdentification: layout.mediaIdentification ?? "",
            mediaLineIndex: layout.audioIndex,
            peerWantsForwardErrorCorrection: parameters?.value(of: "useinbandfec") == "1",
            peerWantsDiscontinuousTransmission: parameters?.value(of: "usedtx") == "1",
            peerBitRateMax: parameters?.value(of: "maxaveragebitrate").flatMap { Int($0) },
            peerPacketMilliseconds: remote.section.packetMilliseconds,
            peerPacketMillisecondsMax: remote.section.packetMillisecondsMax,
            isProvisional: isProvisional)
        return Agreement(
            layout: layout, generation: generation, remoteUserFragment: remote.credentials.userFragment,
            direction: direction, media: media)
    }

    /// The payload type for descriptions of noise. A peer lists it if it takes them, and may refuse them all the same:
    /// FreeSWITCH bridges them to a leg without them as nothing at all.
    private static func comfortNoise(
        for audio: AudioPayload, _ remote: RemoteMedia, among formats: [NegotiatedFormat]
    ) -> UInt8? {
        guard audio.codec.takesComfortNoise, !remote.section.refusesSilenceSuppression else { return nil }
        return formats.first { $0.kind == .comfortNoise }?.payloadType
    }

    /// The payload types with which descriptions of noise may arrive. Gateways send the static one unasked, and in a
    /// description that gives it no other meaning it can be nothing else.
    private static func comfortNoise(among formats: [NegotiatedFormat]) -> [UInt8] {
        guard formats.contains(where: { $0.audio?.codec.takesComfortNoise == true }) else { return [] }
        let agreed = formats.filter { $0.kind == .comfortNoise }.map(\.payloadType)
        let isFree = !formats.contains { $0.payloadType == NoiseDescription.payloadType }
        return isFree ? agreed + [NoiseDescription.payloadType] : agreed
    }

    /// Whether the peer has a certificate of the previous agreement. An ICE restart alone keeps the association (RFC
    /// 8842 §4).
    func isSamePeer(_ remote: RemoteMedia, as before: NegotiatedMedia) -> Bool {
        remote.fingerprints.contains { before.remoteFingerprints.contains($0) }
    }

    /// A change of the role or the certificate needs a new association (RFC 8842 §3.1).
    private func needsNewAssociation(_ before: NegotiatedMedia, _ remote: RemoteMedia, _ role: DTLSRole) -> Bool {
        before.role != role || !isSamePeer(remote, as: before)
    }
}

/// The agreement of both sides: everything an engine needs for its transport and its codecs.
public struct NegotiatedMedia: Hashable, Sendable {
    /// The payload to send audio with.
    public var sendPayload: AudioPayload
    /// The payloads with which audio may arrive. A peer may change between them at any packet.
    public var receivablePayloads: [AudioPayload]
    /// The payload to send digits with, preferably at the clock rate of the audio; nil if the peer accepts none.
    public var sendTelephoneEvent: TelephoneEventPayload?
    /// The payloads with which digits may arrive. Chrome uses another one than this side.
    public var receivableTelephoneEvents: [TelephoneEventPayload]
    /// The payload type for packets that repeat earlier ones (RFC 2198); nil if the peer accepts none.
    public var sendRedundancy: UInt8?
    /// The payload types with which such packets may arrive.
    public var receivableRedundancy: [UInt8]
    /// The payload type for descriptions of noise in place of silence (RFC 3389); nil if the peer takes none, or the
    /// audio sent is not G.711.
    public var sendComfortNoise: UInt8?
    /// The payload types with which such descriptions may arrive.
    public var receivableComfortNoise: [UInt8]

    /// Whether we send audio, according to both sides' directions.
    public var sends: Bool
    /// Whether audio of the peer is expected, according to both sides' directions.
    public var receives: Bool
    /// The peer's direction, as seen by the peer.
    public var remoteDirection: MediaDirection

    /// The fingerprints of which one has to match the peer's certificate. Only accepted hashes: SHA-256, SHA-384 and
    /// SHA-512.
    public var remoteFingerprints: [CertificateFingerprint]
    /// Our role in the DTLS handshake: the client begins it (RFC 5763 §5).
    public var role: DTLSRole
    /// Whether the role or the peer's certificate differs from the previous agreement, so that a new DTLS association
    /// is needed.
    public var needsNewAssociation: Bool

    /// The user fragment and password in our description (RFC 8839 §5.4).
    public var localCredentials: IceCredentials
    /// Those in the peer's description.
    public var remoteCredentials: IceCredentials
    /// Whether our credentials differ from those of the previous agreement.
    public var localRestartedICE: Bool
    /// Whether the peer's user fragment differs from that of the previous agreement.
    public var remoteRestartedICE: Bool
    /// Whether either side restarted ICE, after which the peer may begin a new DTLS association. FreeSWITCH does so
    /// after a re-attach, and answers our restart with its old credentials (observed).
    public var restartsICE: Bool { localRestartedICE || remoteRestartedICE }
    /// The candidates in the peer's description, for RTP with RTCP on the same port, each once.
    public var remoteCandidates: [IceCandidate]
    /// Whether the peer announced that no further candidates follow.
    public var remoteHasAllCandidates: Bool
    /// Whether RTP and RTCP share a port. If false, the peer uses another port for RTCP, which we do not open, so there
    /// are no reports.
    public var multiplexesRTCP: Bool

    /// The `a=mid` of the audio section, empty if it has none.
    public var mediaIdentification: String
    /// The index of the audio section in the description, from 0.
    public var mediaLineIndex: Int

    /// Whether the peer asked for Opus in-band error correction (RFC 7587 §6.1).
    public var peerWantsForwardErrorCorrection: Bool
    /// Whether the peer asks for packets of silence to be left out (RFC 7587 §6.1, `usedtx`).
    public var peerWantsDiscontinuousTransmission: Bool
    /// The highest Opus bit rate the peer accepts, in bits per second (RFC 7587 §6.1).
    public var peerBitRateMax: Int?
    /// The amount of audio the peer wants in a packet; nil if it does not state it.
    public var peerPacketMilliseconds: Int?
    /// The most audio the peer accepts in a packet; nil if it does not state it.
    public var peerPacketMillisecondsMax: Int?

    /// Whether this comes from a provisional answer.
    public var isProvisional: Bool
}

/// Our side of the DTLS handshake (RFC 5763 §5).
public enum DTLSRole: String, Hashable, Sendable {
    /// Begins the handshake: `a=setup:active`.
    case client
    /// Waits for the handshake: `a=setup:passive`.
    case server
}
