public import SDP

extension Negotiator {
    /// Applies an offer of the peer; `createAnswer` has to follow, or `rollBack`.
    ///
    /// - Parameter yields: on glare, when an offer of ours is under way, roll it back (the polite side) instead of refusing.
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
    /// - Parameter restart: new credentials, needed where the peer restarts ICE and unused otherwise.
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
        // Silence: RFC 4145 §4 takes the offerer for active, yet every WebRTC offer means actpass.
        case .actpass, .holdconn, nil: standingRole(toward: offer) ?? local.answerRole
        }
    }

    /// An association that exists keeps its roles (RFC 8842 §5.3). With another certificate there is none yet, and its
    /// roles are open (§5.5).
    private func standingRole(toward offer: RemoteMedia) -> DTLSRole? {
        guard let settled, isSamePeer(offer, as: settled.media) else { return nil }
        return settled.media.role
    }
}
