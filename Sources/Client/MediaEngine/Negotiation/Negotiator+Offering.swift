public import SDP

extension Negotiator {
    /// Makes an offer. Read it from `localDescription` when its candidates are gathered.
    ///
    /// An offer without a restart repeats credentials, fingerprint, media identification and payload numbers.
    /// - Parameter restart: new credentials where ICE is to be restarted.
    /// - Throws: `wrongState` when an offer is under way, `unsupportedConfiguration` without codecs,
    ///   or when the new credentials are not new or not well-formed.
    public mutating func createOffer(restart: IceCredentials? = nil) throws(MediaError) {
        guard state == .stable else { throw MediaError(.wrongState, "an offer is already under way") }
        guard !local.codecs.isEmpty else { throw MediaError(.unsupportedConfiguration, "no codec to offer") }
        if let restart { try prepareRestart(restart) }
        let layout = settled?.layout ?? SectionLayout(offering: local)
        let generation = restart == nil ? settled?.generation ?? nextGeneration : nextGeneration
        // The peer may take any role in its answer; it keeps the one it has (RFC 8842 §5.3).
        describe(layout, direction(restarting: restart != nil), .actpass, generation)
        move(to: .haveLocalOffer)
    }

    /// Applies the answer to our offer.
    ///
    /// - Parameter provisional: early media; another answer may follow.
    /// - Throws: `wrongState` without an offer of ours, `noCommonCodec`, `malformedDescription` or `limitReached`.
    @discardableResult
    public mutating func acceptAnswer(_ text: String, provisional isProvisional: Bool) throws(MediaError)
        -> NegotiatedMedia
    {
        guard state == .haveLocalOffer || state == .haveRemotePranswer, let offer = description else {
            throw MediaError(.wrongState, "an answer without an offer of ours")
        }
        let answer = try readAnswer(text, to: offer.layout)
        let role = try role(answeredBy: answer)
        let sending = answer.formats.filter { format in offer.layout.formats.contains { $0.kind == format.kind } }
        // Both sides may use numbers of their own (RFC 3264 §6.1): theirs to send with, ours to be reached by.
        let taken = offer.layout.formats.map(\.payloadType)
        let receiving = offer.layout.formats + sending.filter { !taken.contains($0.payloadType) }
        let agreement = try agree(
            answer, layout: offer.layout, generation(of: offer.userFragment), offer.direction, role, sending: sending,
            receiving: receiving, isProvisional)
        if isProvisional {
            provisional = agreement
        } else {
            settled = agreement
            provisional = nil
        }
        move(to: isProvisional ? .haveRemotePranswer : .stable)
        return agreement.media
    }

    private func readAnswer(_ text: String, to layout: SectionLayout) throws(MediaError) -> RemoteMedia {
        let answer = try SessionDescription(ofPeer: text)
        guard answer.media.count == layout.count else {
            throw MediaError(.malformedDescription, "an answer with another number of media sections than the offer")
        }
        let remote = try RemoteMedia(answer, fixedIndex: layout.audioIndex, codecs: local.codecs)
        // FreeSWITCH leaves it out; whoever writes it has to repeat ours.
        if let identification = remote.section.mediaIdentification, identification != layout.mediaIdentification {
            throw MediaError(.malformedDescription, "an answer with another a=mid than the offer")
        }
        return remote
    }

    /// RFC 5763 §5: the answerer decides. Silence means active there, for we offer actpass.
    private func role(answeredBy answer: RemoteMedia) throws(MediaError) -> DTLSRole {
        switch answer.setup {
        case .active, nil: .server
        case .passive: .client
        case .actpass, .holdconn: throw MediaError(.malformedDescription, "an answer with a=setup that decides nothing")
        }
    }
}
