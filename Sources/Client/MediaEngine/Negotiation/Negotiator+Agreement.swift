import SDP

/// The steps offering and answering share.
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

    /// What we say that we are willing to do. A restart brings back what was agreed: what is held meanwhile without a word
    /// in any description has to sound again afterwards without one.
    func direction(restarting: Bool) -> MediaDirection {
        restarting ? settled?.direction ?? direction : direction
    }

    /// Puts together what both descriptions say.
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
            peerBitRateMax: parameters?.value(of: "maxaveragebitrate").flatMap { Int($0) },
            peerPacketMilliseconds: remote.section.packetMilliseconds,
            peerPacketMillisecondsMax: remote.section.packetMillisecondsMax,
            isProvisional: isProvisional)
        return Agreement(
            layout: layout, generation: generation, remoteUserFragment: remote.credentials.userFragment,
            direction: direction, media: media)
    }

    /// Whether the peer shows a certificate it showed before. A restart of ICE alone keeps the association (RFC 8842 §4).
    func isSamePeer(_ remote: RemoteMedia, as before: NegotiatedMedia) -> Bool {
        remote.fingerprints.contains { before.remoteFingerprints.contains($0) }
    }

    /// RFC 8842 §3.1: a new association when the role or the certificate changes.
    private func needsNewAssociation(_ before: NegotiatedMedia, _ remote: RemoteMedia, _ role: DTLSRole) -> Bool {
        before.role != role || !isSamePeer(remote, as: before)
    }
}
