public import SDP

extension Negotiator {
    /// Makes an offer. Read it from `localDescription` when its candidates are gathered.
    ///
    /// An offer without a restart repeats credentials, fingerprint, media identification and payload numbers.
    /// - Parameter restart: new credentials to restart ICE; nil to keep the present ones.
    /// - Throws: `wrongState` when an offer is under way, `unsupportedConfiguration` without codecs, or when the new
    ///   credentials are not new or not well-formed.
    public mutating func createOffer(restart: IceCredentials? = nil) throws(MediaError) {
        guard state == .stable else { throw MediaError(.wrongState, "an offer is already under way") }
        guard !local.codecs.isEmpty else { throw MediaError(.unsupportedConfiguration, "no codec to offer") }
        if let restart { try prepareRestart(restart) }
        let layout = settled?.layout ?? SectionLayout(offering: local)
        let generation = restart == nil ? settled?.generation ?? nextGeneration : nextGeneration
        // The peer may choose its role in the answer; it keeps the role it has (RFC 8842 §5.3).
        describe(layout, direction(restarting: restart != nil), .actpass, generation)
        move(to: .haveLocalOffer)
    }

    /// Applies the answer to our offer.
    ///
    /// - Parameters:
    ///   - text: the peer's session description.
    ///   - isProvisional: whether it is early media, and another answer may follow.
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
        // Each side may use its own payload types (RFC 3264 §6.1): we send with theirs and receive with ours.
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
        // FreeSWITCH omits it; otherwise it has to repeat ours.
        if let identification = remote.section.mediaIdentification, identification != layout.mediaIdentification {
            throw MediaError(.malformedDescription, "an answer with another a=mid than the offer")
        }
        return remote
    }

    /// Our role. The answerer decides (RFC 5763 §5); without the attribute it is active, because we offer actpass.
    private func role(answeredBy answer: RemoteMedia) throws(MediaError) -> DTLSRole {
        switch answer.setup {
        case .active, nil: .server
        case .passive: .client
        case .actpass, .holdconn: throw MediaError(.malformedDescription, "an answer with a=setup that chooses no role")
        }
    }
}

extension Negotiator {
    /// Applies an offer of the peer; `createAnswer` has to follow, or `rollBack`.
    ///
    /// - Parameters:
    ///   - text: the peer's session description.
    ///   - yields: whether to roll back an offer of ours under way (as the polite side) instead of refusing.
    /// - Returns: whether the peer restarts ICE, so that the answer needs new credentials.
    /// - Throws: `wrongState` on glare or when an offer waits for its answer, `noCommonCodec`, `malformedDescription`
    ///   or `limitReached`.
    @discardableResult
    public mutating func acceptOffer(_ text: String, yields: Bool = false) throws(MediaError) -> Bool {
        guard state == .stable || (yields && state != .haveRemoteOffer) else {
            throw MediaError(
                .wrongState, state == .haveRemoteOffer ? "an offer before our answer" : "both sides offered")
        }
        let description = try SessionDescription(ofPeer: text)
        if let settled, description.media.count < settled.layout.count {
            throw MediaError(.malformedDescription, "an offer with fewer media sections than before")
        }
        let offer = try RemoteMedia(description, fixedIndex: settled?.layout.audioIndex, codecs: local.codecs)
        guard offer.formats.contains(where: { $0.audio != nil }) else {
            throw MediaError(.noCommonCodec, "no codec of ours in the offer")
        }
        guard offer.setup != .holdconn else {
            throw MediaError(.malformedDescription, "an offer with a=setup:holdconn")
        }
        if state != .stable { try rollBack() }
        remoteOffer = offer
        move(to: .haveRemoteOffer)
        return restartsICE(offer)
    }

    /// Answers the peer's offer. Read the answer from `localDescription` when its candidates are gathered.
    ///
    /// - Parameter restart: new credentials, needed if the peer restarts ICE and unused otherwise.
    /// - Throws: `wrongState` without an offer, or when a restart lacks new credentials.
    @discardableResult
    public mutating func createAnswer(restart: IceCredentials? = nil) throws(MediaError) -> NegotiatedMedia {
        guard state == .haveRemoteOffer, let offer = remoteOffer else {
            throw MediaError(.wrongState, "an answer without an offer")
        }
        let restarts = restartsICE(offer)
        if restarts {
            guard let restart else {
                throw MediaError(.wrongState, "the peer restarts ICE: new credentials are needed")
            }
            try prepareRestart(restart)
        }
        let layout = SectionLayout(answering: offer, formats: offer.formats)
        let answered = offer.direction.answer(willing: direction(restarting: restarts))
        let role = role(answering: offer)
        let generation = restarts ? nextGeneration : settled?.generation ?? nextGeneration
        let agreement = try agree(
            offer, layout: layout, generation, answered, role, sending: offer.formats, receiving: offer.formats, false)
        describe(layout, answered, role == .client ? .active : .passive, generation)
        settled = agreement
        remoteOffer = nil
        move(to: .stable)
        return agreement.media
    }

    private func restartsICE(_ remote: RemoteMedia) -> Bool {
        settled.map { $0.remoteUserFragment != remote.credentials.userFragment } ?? false
    }

    private func role(answering offer: RemoteMedia) -> DTLSRole {
        switch offer.setup {
        case .active: .server
        case .passive: .client
        // No attribute: RFC 4145 §4 treats the offerer as active, but WebRTC offers mean actpass.
        case .actpass, .holdconn, nil: standingRole(toward: offer) ?? local.answerRole
        }
    }

    /// The role in the present association, which keeps its roles (RFC 8842 §5.3); nil if the peer has another
    /// certificate, because the roles are then open (§5.5).
    private func standingRole(toward offer: RemoteMedia) -> DTLSRole? {
        guard let settled, isSamePeer(offer, as: settled.media) else { return nil }
        return settled.media.role
    }
}
