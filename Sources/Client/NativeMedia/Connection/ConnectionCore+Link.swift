import MediaEngine
import RTP

extension ConnectionCore {
    /// Passes an event to the link's machine and carries out the effects. Effects may cause further events.
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
            dtls?.drop()
            flow.forgetKeys()
            startHandshake(role)
        case .feed(let datagram): datagram.withUnsafeBufferPointer { dtls?.feed($0) }
        case .startTrial(let role): startTrial(role)
        case .feedTrial(let datagram): datagram.withUnsafeBufferPointer { trial?.feed($0) }
        case .adoptTrial: adoptTrial()
        case .endTrial: endTrial()
        case .awaitProof: flow.awaitProof()
        case .useIce(let generation, let closing):
            if let transport = gatherings[generation]?.transport { flow.use(transport) }
            if let closing { close(generation: closing) }
        case .closeIce(let generation): close(generation: generation)
        case .report(let state): report(state)
        case .falter(let isFaltering): outlet.send(.faltering(isFaltering))
        case .fail(let error):
            outlet.send(.failed(error))
            stopMedia()
        case .endAssociation:
            dtls?.drop()
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
        watchCount += 1
        if link.state == .connected, watchCount.isMultiple(of: Self.watchesPerReport) { reportStatistics() }
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

    /// Starts a second association. The one in use goes on protecting media until the new one is established.
    private func startTrial(_ role: DTLSRole) {
        endTrial()
        trialNumber += 1
        let number = trialNumber
        let callbacks = DtlsTransport.Callbacks(
            send: { [flow] datagram in flow.transport()?.send(datagram) },
            done: { [weak self] keys in self?.assumeIsolated { $0.trialDone(keys) } },
            ended: { [weak self] byPeer in self?.assumeIsolated { $0.trialEnded(number, byPeer: byPeer) } })
        trial = DtlsTransport(on: loop, identity: parts.identity, role: role, callbacks: callbacks)
        if trial == nil { return handle(.trialEnded) }
        if role == .client { trial?.start() }
    }

    private func trialDone(_ keys: SrtpKeys) {
        trialKeys = keys
        handle(.trialDone(fingerprintMatches: trial?.peerMatches(negotiator?.media?.remoteFingerprints ?? []) ?? false))
    }

    private func adoptTrial() {
        guard let trial, let trialKeys, flow.use(trialKeys) else { return handle(.associationEnded(byPeer: false)) }
        dtls?.drop()
        dtls = trial
        (self.trial, self.trialKeys) = (nil, nil)
    }

    private func trialEnded(_ number: Int, byPeer: Bool) {
        // An adopted trial is the association, so its end is the association's end.
        guard trial != nil, number == trialNumber else { return handle(.associationEnded(byPeer: byPeer)) }
        endTrial()
        handle(.trialEnded)
    }

    private func endTrial() {
        trial?.drop()
        (trial, trialKeys) = (nil, nil)
    }

    private func handshakeDone(_ keys: SrtpKeys) {
        let matches = dtls?.peerMatches(negotiator?.media?.remoteFingerprints ?? []) ?? false
        guard matches, !flow.use(keys) else { return handle(.handshakeDone(fingerprintMatches: matches)) }
        handle(.associationEnded(byPeer: false))
    }

    // MARK: Closing

    /// Stops everything except the stream of events.
    private func stopMedia() {
        parts.clock.remove(flow)
        // DTLS closes first, because its close_notify needs the transport that the flow releases.
        dtls?.close()
        dtls = nil
        endTrial()
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
        // This runs after the freeing of the agent, which was just posted, because closed means that the sockets are
        // released.
        loop.post { [self] in assumeIsolated { $0.finish() } }
    }

    private func announceClosed() {
        outlet.finish()
    }

    /// Completes the close after everything is released.
    private func finish() {
        guard !isFinished else { return }
        isFinished = true
        watchTimer = nil
        parts.leave()
        announceClosed()
    }
}
