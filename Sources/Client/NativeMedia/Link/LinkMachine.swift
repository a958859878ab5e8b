package import MediaEngine

/// Decides when the way to the peer is up, interrupted or lost.
///
/// ICE, DTLS and the sound of the peer are regions side by side; `state` is their projection. ICE's own consent checks
/// are off: libnice gives an agent up for good after seven seconds of silence (observed), while a way that was silent
/// for longer often comes back by itself. What counts as a sign of life here is authenticated RTP or RTCP, and a way whose
/// ICE came up again is not connected before it.
///
/// A peer that restarts ICE under the same certificate may have kept the association or begun a new one, and its description
/// does not tell. So the old one stays in use while a new one is tried beside it: at once when the peer begins it, after
/// `proofWait` where we have to, and no handshake but a finished one under the right certificate takes its place.
package struct LinkMachine: Hashable, Sendable {
    /// DTLS datagrams kept until they can be used: two flights of the longest handshake.
    package static let queuedDatagramsMax = 16

    private enum Association: Hashable {
        case waiting
        case handshaking
        case up
        /// The peer said goodbye (close_notify). Leaves to: `waiting`, `handshaking` (another description).
        case ended
    }

    package private(set) var state = MediaConnectionState.new
    /// When `timePassed` is due; nil when nothing is.
    package var deadline: Duration? { [stateDeadline, trial.deadline].compactMap(\.self).min() }

    private let limits: LinkLimits
    private var current: Int?
    /// Agents that are to take its place, in their order: one that is agreed, and one more of an offer beside it.
    private var coming: [Int] = []
    private var isIceUp = false
    private var role: DTLSRole?
    private var association = Association.waiting
    /// The next association is with someone who is only to be found over the next agent.
    private var needsNextAgent = false
    private var queue: [[UInt8]] = []
    private var trial = AssociationTrial()
    private var stateDeadline: Duration?
    private var isFaltering = false
    private var lastFalter: Duration?

    package init(_ limits: LinkLimits) { self.limits = limits }

    /// The agent in use, or that will be first; nil before there is one.
    package var generation: Int? { current }

    private var isOver: Bool { state == .failed }

    package mutating func handle(_ event: LinkEvent, at now: Duration, into effects: inout [LinkEffect]) {
        guard !isOver else { return }
        switch event {
        case .iceCreated(let generation): iceCreated(generation)
        case .iceGivenUp(let generation): iceGivenUp(generation, into: &effects)
        case .iceChanged(.connected, let generation): iceConnected(generation, at: now, into: &effects)
        case .iceChanged(.failed, let generation): iceFailed(generation, at: now, into: &effects)
        case .iceChanged(.checking, _): break
        case .agreed(let role, let restarted): agreed(role, restarted, at: now, into: &effects)
        case .associationReplaced(let role): replaced(role, at: now, into: &effects)
        case .datagram(let bytes): received(bytes, at: now, into: &effects)
        case .handshakeDone(let matches): handshakeDone(matches, at: now, into: &effects)
        case .associationEnded(let byPeer): associationEnded(byPeer, at: now, into: &effects)
        case .trialDone(let matches): trialDone(matches, at: now, into: &effects)
        case .trialEnded: trial.ended()
        case .proven: proven(at: now, into: &effects)
        case .listened(let silence, let expectation): listened(silence, expectation, at: now, into: &effects)
        case .timePassed: timePassed(at: now, into: &effects)
        }
    }

    private mutating func iceCreated(_ generation: Int) {
        if current == nil { current = generation } else { coming.append(generation) }
    }

    private mutating func iceGivenUp(_ generation: Int, into effects: inout [LinkEffect]) {
        guard let index = coming.firstIndex(of: generation) else { return }
        coming.remove(at: index)
        effects.append(.closeIce(generation: generation))
        guard coming.isEmpty else { return }
        needsNextAgent = false
        trial.nextAgentGone()
    }

    private mutating func iceConnected(_ generation: Int, at now: Duration, into effects: inout [LinkEffect]) {
        if coming.contains(generation) {
            effects.append(.useIce(generation: generation, closing: current))
            for older in coming where older < generation { effects.append(.closeIce(generation: older)) }
            current = generation
            coming.removeAll { $0 <= generation }
            needsNextAgent = false
        } else if generation == current {
            if !isIceUp { effects.append(.useIce(generation: generation, closing: nil)) }
        } else {
            return
        }
        isIceUp = true
        startIfReady(into: &effects)
        guard association == .up else { return }
        trial.agentIsUp(at: now, limits, into: &effects)
        // What is interrupted is connected again when something is heard.
        if state == .interrupted { effects.append(.awaitProof) } else { move(to: .connected, at: now, into: &effects) }
    }

    private mutating func proven(at now: Duration, into effects: inout [LinkEffect]) {
        trial.associationProven(into: &effects)
        if state == .interrupted, isIceUp, association == .up { move(to: .connected, at: now, into: &effects) }
    }

    private mutating func iceFailed(_ generation: Int, at now: Duration, into effects: inout [LinkEffect]) {
        if coming.contains(generation) {
            iceGivenUp(generation, into: &effects)
        } else if generation == current {
            isIceUp = false
            if state != .peerClosed { move(to: .interrupted, at: now, into: &effects) }
        }
    }

    private mutating func agreed(
        _ role: DTLSRole, _ restarted: Bool, at now: Duration, into effects: inout [LinkEffect]
    ) {
        // Whoever said goodbye and speaks again begins anew, with whatever certificate.
        if association == .ended { return replaced(role, at: now, into: &effects) }
        self.role = role
        if restarted, association == .up {
            trial.open(role, needsNextAgent: !coming.isEmpty, into: &effects)
            if coming.isEmpty, isIceUp { trial.agentIsUp(at: now, limits, into: &effects) }
        }
        if state == .new { move(to: .connecting, at: now, into: &effects) }
        startIfReady(into: &effects)
    }

    private mutating func replaced(_ role: DTLSRole, at now: Duration, into effects: inout [LinkEffect]) {
        self.role = role
        queue = []
        trial.close(into: &effects)
        needsNextAgent = !coming.isEmpty
        guard association != .waiting else { return startIfReady(into: &effects) }
        move(to: .connecting, at: now, into: &effects)
        if needsNextAgent || !isIceUp {
            if association != .ended { effects.append(.endAssociation) }
            association = .waiting
        } else {
            association = .handshaking
            effects.append(.replaceHandshake(role))
        }
    }

    private mutating func startIfReady(into effects: inout [LinkEffect]) {
        guard association == .waiting, isIceUp, !needsNextAgent, let role else { return }
        association = .handshaking
        effects.append(.startHandshake(role))
        for datagram in queue { effects.append(.feed(datagram)) }
        queue = []
    }

    private mutating func received(_ bytes: [UInt8], at now: Duration, into effects: inout [LinkEffect]) {
        if association == .up, trial.takes(bytes, at: now, limits, into: &effects) { return }
        if association == .handshaking || association == .up {
            effects.append(.feed(bytes))
        } else if queue.count < Self.queuedDatagramsMax {
            queue.append(bytes)
        }
    }

    private mutating func handshakeDone(_ matches: Bool, at now: Duration, into effects: inout [LinkEffect]) {
        guard matches else {
            return fail(MediaError(.fingerprintMismatch, "the peer's certificate"), into: &effects)
        }
        association = .up
        if isIceUp { move(to: .connected, at: now, into: &effects) }
    }

    private mutating func associationEnded(_ byPeer: Bool, at now: Duration, into effects: inout [LinkEffect]) {
        guard byPeer else { return fail(MediaError(.transport, "the DTLS association"), into: &effects) }
        association = .ended
        queue = []
        trial.close(into: &effects)
        effects.append(.endAssociation)
        move(to: .peerClosed, at: now, into: &effects)
    }

    private mutating func trialDone(_ matches: Bool, at now: Duration, into effects: inout [LinkEffect]) {
        guard association == .up, trial.isRunning else { return }
        // Another's certificate is no reason to lose the peer we have.
        guard matches else { return trial.close(into: &effects) }
        trial.adopted()
        effects.append(.adoptTrial)
        if isIceUp { move(to: .connected, at: now, into: &effects) }
    }

    private mutating func listened(
        _ silence: Duration, _ expectation: LinkEvent.Expectation, at now: Duration, into effects: inout [LinkEffect]
    ) {
        let limit: Duration? =
            switch expectation {
            case .media: limits.mediaSilenceMax
            case .reports: limits.reportSilenceMax
            case .nothing: nil
            }
        let isSilent = limit.map { silence >= $0 } ?? false
        falter(after: expectation == .media ? silence : .zero, at: now, into: &effects)
        if state == .connected, isSilent {
            if isIceUp { trial.associationFellSilent(at: now) }
            move(to: .interrupted, at: now, into: &effects)
        }
        if state == .interrupted, !isSilent, isIceUp, association == .up {
            move(to: .connected, at: now, into: &effects)
        }
    }

    private mutating func falter(after silence: Duration, at now: Duration, into effects: inout [LinkEffect]) {
        if isFaltering, silence < limits.falterAfter {
            isFaltering = false
            effects.append(.falter(false))
        }
        let isRepeated = lastFalter.map { now - $0 < limits.falterAgainAfter } ?? false
        let isShort = silence < limits.falterAfter || silence >= limits.mediaSilenceMax
        guard state == .connected, !isFaltering, !isShort, !isRepeated else { return }
        (isFaltering, lastFalter) = (true, now)
        effects.append(.falter(true))
    }

    private mutating func timePassed(at now: Duration, into effects: inout [LinkEffect]) {
        trial.timePassed(at: now, limits, into: &effects)
        guard let stateDeadline, now >= stateDeadline else { return }
        fail(
            MediaError(.transport, state == .interrupted ? "interrupted for too long" : "no way to the peer"),
            into: &effects)
    }

    private mutating func fail(_ error: MediaError, into effects: inout [LinkEffect]) {
        state = .failed
        stateDeadline = nil
        trial = AssociationTrial()
        effects.append(.fail(error))
        effects.append(.report(.failed))
    }

    private mutating func move(
        to state: MediaConnectionState, at now: Duration, into effects: inout [LinkEffect]
    ) {
        guard self.state != state else { return }
        // An interruption before the way was ever up does not prolong the time it has.
        let keepsDeadline = self.state == .connecting && state == .interrupted
        self.state = state
        // How long a peer that left is waited for is for those to say who hear of the call otherwise.
        let isOpenEnded = state == .connected || state == .peerClosed
        if isOpenEnded { stateDeadline = nil } else if !keepsDeadline { stateDeadline = now + limits.interruptionMax }
        effects.append(.report(state))
    }
}
