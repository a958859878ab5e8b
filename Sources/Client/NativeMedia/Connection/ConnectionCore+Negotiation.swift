import MediaEngine
import SDP

extension ConnectionCore {
    func createOffer(_ id: MediaCommand.ID, iceRestart: Bool) throws(MediaError) {
        guard pending == nil else { throw MediaError(.wrongState, "a description is under way") }
        try prepare(controlling: true)
        let restart = iceRestart && negotiator?.media != nil ? try makeGeneration(isOffered: true) : nil
        try offer(restart)
        describe(id, restart)
    }

    private func offer(_ restart: Int?) throws(MediaError) {
        do throws(MediaError) {
            try negotiator?.createOffer(restart: restart.flatMap { gatherings[$0]?.credentials })
        } catch {
            if let restart { close(generation: restart) }
            throw error
        }
    }

    func acceptOffer(_ id: MediaCommand.ID, _ sdp: String) throws(MediaError) {
        guard pending == nil else { throw MediaError(.wrongState, "a description is under way") }
        try prepare(controlling: false)
        guard var machine = negotiator else { throw MediaError(.closed, "the connection") }
        let before = machine
        let restarts = try machine.acceptOffer(sdp)
        let restart = restarts ? try makeGeneration(isOffered: false) : nil
        do throws(MediaError) {
            let media = try machine.createAnswer(restart: restart.flatMap { gatherings[$0]?.credentials })
            negotiator = machine
            describe(id, restart)
            follow(media)
        } catch {
            negotiator = before
            if let restart { close(generation: restart) }
            throw error
        }
    }

    func acceptAnswer(_ id: MediaCommand.ID, _ sdp: String, provisional: Bool) throws(MediaError) {
        guard var machine = negotiator else { throw MediaError(.wrongState, "an answer without an offer") }
        guard pending == nil else { throw MediaError(.wrongState, "an answer before the offer was sent") }
        let media = try machine.acceptAnswer(sdp, provisional: provisional)
        negotiator = machine
        outlet.send(.accepted(id: id))
        follow(media)
    }

    func rollBack() {
        if let pending { outlet.send(.commandFailed(id: pending.id, MediaError(.wrongState, "rolled back"))) }
        pending = nil
        gatheringTimer?.disarm()
        try? negotiator?.rollBack()
        // These agents were made for a restart that is rolled back.
        for generation in gatherings.keys.sorted() where gatherings[generation]?.remote == nil {
            handle(.iceGivenUp(generation: generation))
        }
    }

    /// Creates the first agent and the negotiator at the first description, because our role is known only then.
    private func prepare(controlling: Bool) throws(MediaError) {
        guard negotiator == nil else { return }
        isControlling = controlling
        let generation = try makeGeneration(isOffered: controlling)
        guard let credentials = gatherings[generation]?.credentials else { throw MediaError(.transport, "ICE") }
        var local = LocalMedia(
            sessionIdentifier: .random(in: 1..<(1 << 62)), fingerprint: parts.identity.fingerprint,
            synchronizationSource: flow.identity.source, canonicalName: flow.identity.canonicalName,
            codecs: configuration.codecs)
        local.trickles = configuration.gathering == .trickle
        negotiator = Negotiator(local, credentials: credentials, direction: direction)
        startGathering(generation)
    }

    /// Sends the description now, or after its candidates are gathered.
    private func describe(_ id: MediaCommand.ID, _ restart: Int?) {
        let generation = restart ?? newestAgreed
        guard case .complete(let limit) = configuration.gathering, gatherings[generation]?.isComplete == false else {
            sendDescription(id)
            if let restart { startGathering(restart) }
            return
        }
        pending = PendingDescription(id: id, generation: generation)
        if gatheringTimer == nil {
            gatheringTimer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.sendPending() } }
        }
        gatheringTimer?.arm(after: limit)
        if let restart { startGathering(restart) }
    }

    private var newestAgreed: Int { link.generation ?? gatherings.keys.max() ?? 0 }

    func sendPending() {
        guard let pending, !isClosed else { return }
        self.pending = nil
        gatheringTimer?.disarm()
        sendDescription(pending.id)
    }

    private func sendDescription(_ id: MediaCommand.ID) {
        guard let text = negotiator?.localDescription else {
            return outlet.send(.commandFailed(id: id, MediaError(.wrongState, "the description was rolled back")))
        }
        outlet.send(.localDescription(id: id, sdp: text))
    }

    /// Applies an agreement.
    private func follow(_ media: NegotiatedMedia) {
        if media.remoteDirection != remoteDirection {
            remoteDirection = media.remoteDirection
            outlet.send(.remoteDirectionChanged(media.remoteDirection))
        }
        flow.follow(FlowPlan(media, parts.encoding))
        allowFlow()
        followIce(media)
        let isNew = media.needsNewAssociation || media.restartsICE && parts.options.startsAnewAtRestarts
        handle(isNew ? .associationReplaced(media.role) : .agreed(media.role, restarted: media.restartsICE))
    }
}
