import MediaEngine
import RTP

extension ConnectionCore {
    /// Lets the link's machine decide, and does what it says. Effects may bring further events; those come after.
    func handle(_ event: LinkEvent) {
        guard !isClosed else { return }
        var effects: [LinkEffect] = []
        link.handle(event, at: MonotonicTime.now(), into: &effects)
        for effect in effects { perform(effect) }
        armLinkTimer()
    }

    private func perform(_ effect: LinkEffect) {
        guard !isClosed else { return }
        switch effect {
        case .startHandshake(let role): startHandshake(role)
        case .replaceHandshake(let role):
            dtls?.close()
            flow.forgetKeys()
            startHandshake(role)
        case .feed(let datagram): datagram.withUnsafeBufferPointer { dtls?.feed($0) }
        case .useIce(let generation, let closing):
            if let transport = gatherings[generation]?.transport { flow.use(transport) }
            if let closing { close(generation: closing) }
        case .closeIce(let generation): close(generation: generation)
        case .report(let state): report(state)
        case .fail(let error):
            outlet.send(.failed(error))
            stopMedia()
        case .endAssociation:
            dtls?.close()
            dtls = nil
            flow.forgetKeys()
        }
    }

    private func report(_ state: MediaConnectionState) {
        outlet.send(.stateChanged(state))
        if state == .connected, watchTimer == nil {
            parts.clock.add(flow)
            watchTimer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.watch() } }
            watchTimer?.arm(after: Self.watchInterval)
        }
    }

    private func watch() {
        guard !isClosed, link.state != .failed else { return }
        let (silence, expectation) = flow.silence(at: MonotonicTime.now())
        handle(.listened(silence: silence, expectation))
        if link.state == .connected { reportStatistics() }
        watchTimer?.arm(after: Self.watchInterval)
    }

    private func armLinkTimer() {
        guard !isClosed, let deadline = link.deadline else {
            linkTimer?.disarm()
            return
        }
        if linkTimer == nil {
            linkTimer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.handle(.timePassed) } }
        }
        linkTimer?.arm(after: deadline - MonotonicTime.now())
    }

    // MARK: DTLS

    private func startHandshake(_ role: DTLSRole) {
        let callbacks = DtlsTransport.Callbacks(
            send: { [flow] datagram in flow.transport()?.send(datagram) },
            done: { [weak self] keys in self?.assumeIsolated { $0.handshakeDone(keys) } },
            ended: { [weak self] byPeer in self?.assumeIsolated { $0.handle(.associationEnded(byPeer: byPeer)) } })
        dtls = DtlsTransport(on: loop, identity: parts.identity, role: role, callbacks: callbacks)
        if dtls == nil { handle(.associationEnded(byPeer: false)) }
        if role == .client { dtls?.start() }
    }

    private func handshakeDone(_ keys: SrtpKeys) {
        let matches = dtls?.peerMatches(negotiator?.media?.remoteFingerprints ?? []) ?? false
        guard matches, !flow.use(keys) else { return handle(.handshakeDone(fingerprintMatches: matches)) }
        handle(.associationEnded(byPeer: false))
    }

    // MARK: Closing

    /// Stops everything but the stream of events.
    private func stopMedia() {
        parts.clock.remove(flow)
        // First, for its goodbye needs the way the flow lets go of.
        dtls?.close()
        dtls = nil
        flow.close()
        (gatheringTimer, linkTimer, watchTimer) = (nil, nil, nil)
        for generation in gatherings.keys.sorted() { close(generation: generation) }
    }

    func close(generation: Int) {
        guard let gathering = gatherings.removeValue(forKey: generation) else { return }
        closing[generation] = gathering.transport
        gathering.transport.close()
    }

    func close() {
        guard !isClosed else { return }
        outlet.beginClosing()
        stopMedia()
        isClosed = true
        pending = nil
        earlyCandidates = []
        guard !closing.isEmpty else { return finish() }
        watchTimer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.announceClosed() } }
        watchTimer?.arm(after: Self.closingMax)
    }

    func confirmClosed(_ generation: Int) {
        closing[generation] = nil
        guard isClosed, closing.isEmpty else { return }
        // Behind the freeing of the agent, which was posted just now: closed means that the sockets are gone.
        loop.post { [self] in assumeIsolated { $0.finish() } }
    }

    private func announceClosed() {
        outlet.finish()
    }

    /// Everything is given back.
    private func finish() {
        guard !isFinished else { return }
        isFinished = true
        watchTimer = nil
        parts.leave()
        announceClosed()
    }
}
