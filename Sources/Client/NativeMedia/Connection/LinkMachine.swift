package import MediaEngine

/// Decides whether the link to the peer is up, interrupted or lost.
///
/// ICE, DTLS and the peer's audio are parallel regions; `state` is derived from them. ICE's own consent checks are
/// disabled, because libnice gives an agent up permanently after seven seconds of silence (observed), while a path that
/// was silent for longer often recovers. Authenticated RTP or RTCP proves the link instead, and a link whose ICE
/// recovered is connected only after such a packet.
///
/// A peer that restarts ICE with the same certificate may have kept the association or begun a new one, and its
/// description does not tell which. So the old one stays in use while a new one is tried: at once if the peer begins
/// it, or after `proofWait` if this side is the client. Only a finished handshake with the right certificate replaces
/// the old association.
package struct LinkMachine: Hashable, Sendable {
    /// The most DTLS datagrams kept until they can be used: two flights of the longest handshake.
    package static let queuedDatagramsMax = 16

    private enum Association: Hashable {
        case waiting
        case handshaking
        case up
        /// The peer closed the association after its restart, and a trial of the next one runs. Leaves to: `up`,
        /// `waiting`, `handshaking` (the trial ended).
        case succeeding
        /// The peer closed the association (close_notify). Leaves to: `waiting`, `handshaking` (another description).
        case ended
    }

    package private(set) var state = MediaConnectionState.new
    /// The time of the next `timePassed`; nil if none is due.
    package var deadline: Duration? { [stateDeadline, trial.deadline].compactMap(\.self).min() }

    private let limits: LinkLimits
    private var current: Int?
    /// Agents that may replace the current one, in order: an agreed one, and one of a further offer.
    private var coming: [Int] = []
    private var isIceUp = false
    private var role: DTLSRole?
    private var association = Association.waiting
    /// Whether the next association is with a peer that is reachable over the next agent only.
    private var needsNextAgent = false
    private var queue: [LinkDatagram] = []
    private var trial = AssociationTrial()
    private var stateDeadline: Duration?
    /// Whether a packet of the peer arrived lately, or none is expected.
    private var isHeard = true
    private var isFaltering = false
    private var lastFalter: Duration?
    /// When another agent came into use.
    private var renewal: Duration?

    package init(_ limits: LinkLimits) { self.limits = limits }

    /// The agent in use, or the first one being connected; nil before there is one.
    package var generation: Int? { current }

    /// Whether an agent that gathers may leave out networks: the first, and one of a restart by this side, such as after
    /// a change of network, while it hears the peer. Another restart looks for a path everywhere: the present one is
    /// lost, perhaps in the direction that this side does not hear.
    ///
    /// - Parameter isOffered: whether the agent is for an offer of this side.
    package func mayChooseNetwork(isOffered: Bool) -> Bool {
        switch state {
        case .new, .connecting: coming.isEmpty
        case .connected: isOffered && isHeard
        case .interrupted, .peerClosed, .failed, .closed: false
        }
    }

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
        case .datagram(let datagram): received(datagram, at: now, into: &effects)
        case .handshakeDone(let matches): handshakeDone(matches, at: now, into: &effects)
        case .associationEnded(let byPeer): associationEnded(byPeer, at: now, into: &effects)
        case .trialDone(let matches): trialDone(matches, at: now, into: &effects)
        case .trialEnded: trialEnded(at: now, into: &effects)
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
            renewal = now
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
        // An interrupted link is connected again after an authentic packet.
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
        // A peer that closed its association and returns needs a new one, with any certificate.
        if association == .ended || association == .succeeding { return replaced(role, at: now, into: &effects) }
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
            if association != .ended, association != .succeeding { effects.append(.endAssociation) }
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
        for datagram in queue where datagram.generation == current { effects.append(.feed(datagram.bytes)) }
        queue = []
    }

    private mutating func received(_ datagram: LinkDatagram, at now: Duration, into effects: inout [LinkEffect]) {
        // A handshake of the peer that was replaced would break the one with its successor.
        if needsNextAgent, !coming.contains(datagram.generation) { return }
        if association == .up, trial.receive(datagram, at: now, limits, into: &effects) { return }
        if association == .succeeding { return effects.append(.feedTrial(datagram.bytes)) }
        if association == .handshaking || association == .up {
            effects.append(.feed(datagram.bytes))
        } else if queue.count < Self.queuedDatagramsMax {
            queue.append(datagram)
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
        if association == .up, let role, trial.isUndecided { return succeeded(role, at: now, into: &effects) }
        association = .ended
        queue = []
        trial.close(into: &effects)
        effects.append(.endAssociation)
        move(to: .peerClosed, at: now, into: &effects)
    }

    /// The end of the association that a returned peer left behind, which is not the end of the peer.
    private mutating func succeeded(_ role: DTLSRole, at now: Duration, into effects: inout [LinkEffect]) {
        guard trial.isRunning else {
            let waiting = trial.waiting
            replaced(role, at: now, into: &effects)
            queue = waiting
            return
        }
        // The peer has begun its handshake with the trial and would not begin it again.
        association = .succeeding
        effects.append(.endAssociation)
        move(to: .connecting, at: now, into: &effects)
    }

    private mutating func trialDone(_ matches: Bool, at now: Duration, into effects: inout [LinkEffect]) {
        guard association == .up || association == .succeeding, trial.isRunning else { return }
        guard matches else {
            // A wrong certificate ends only the trial, not an association in use.
            trial.close(into: &effects)
            if association == .succeeding { handshakeDone(false, at: now, into: &effects) }
            return
        }
        trial.adopted()
        effects.append(.adoptTrial)
        association = .up
        if isIceUp { move(to: .connected, at: now, into: &effects) }
    }

    private mutating func trialEnded(at now: Duration, into effects: inout [LinkEffect]) {
        trial.ended()
        if association == .succeeding, let role { replaced(role, at: now, into: &effects) }
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
        let pause = expectation == .media ? silence : .zero
        isHeard = pause < limits.falterAfter
        falter(after: pause, at: now, into: &effects)
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
            // A peer that is heard as soon as the path is another did not pause: the path was lost, and may be again.
            if let renewal, now - renewal <= limits.proofWait { lastFalter = nil }
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
        if association == .succeeding, !trial.isRunning { trialEnded(at: now, into: &effects) }
        guard let stateDeadline, now >= stateDeadline else { return }
        fail(
            MediaError(.transport, state == .interrupted ? "interrupted for too long" : "no connection to the peer"),
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
        // An interruption before the link was ever up does not extend its deadline.
        let keepsDeadline = self.state == .connecting && state == .interrupted
        self.state = state
        // The call's signaling decides how long a peer that closed is awaited.
        let isOpenEnded = state == .connected || state == .peerClosed
        if isOpenEnded { stateDeadline = nil } else if !keepsDeadline { stateDeadline = now + limits.interruptionMax }
        effects.append(.report(state))
    }
}

/// An event of the link to the peer.
package enum LinkEvent: Hashable, Sendable {
    /// An ICE agent was created: the first, or the next one for a restart.
    case iceCreated(generation: Int)
    /// The agent's restart was given up.
    case iceGivenUp(generation: Int)
    case iceChanged(IceState, generation: Int)
    /// Both descriptions are known, including our role and the fingerprint of the peer.
    ///
    /// `restarted`: whether the peer's ICE credentials are new while its fingerprint is not. Most keep the association
    /// then (RFC 8842 §4); FreeSWITCH, and peers with a new connection under their old certificate, begin a new one.
    case agreed(DTLSRole, restarted: Bool)
    /// New descriptions require a new handshake.
    case associationReplaced(DTLSRole)
    case datagram(LinkDatagram)
    case handshakeDone(fingerprintMatches: Bool)
    case associationEnded(byPeer: Bool)
    case trialDone(fingerprintMatches: Bool)
    case trialEnded
    /// An authentic packet arrived since `awaitProof`.
    case proven
    /// The time since the peer's last authentic packet, and the packets expected from it.
    case listened(silence: Duration, Expectation)
    case timePassed

    package enum Expectation: Hashable, Sendable {
        case media
        case reports
        /// No packets, because a silent peer that holds and never sent reports cannot be distinguished from a lost one.
        case nothing
    }
}

/// A DTLS datagram of the peer.
package struct LinkDatagram: Hashable, Sendable {
    /// The agent over which it came.
    package let generation: Int
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8], generation: Int) { (self.bytes, self.generation) = (bytes, generation) }
}

/// An effect of the link's machine.
package enum LinkEffect: Hashable, Sendable {
    case startHandshake(DTLSRole)
    case replaceHandshake(DTLSRole)
    case feed([UInt8])
    /// Begin a second handshake beside the association in use.
    case startTrial(DTLSRole)
    case feedTrial([UInt8])
    /// Replace the association in use by the tried one.
    case adoptTrial
    case endTrial
    /// Report the next authentic packet.
    case awaitProof
    /// Send over this generation's agent from now on, and close the earlier one.
    case useIce(generation: Int, closing: Int?)
    /// Close the agent of a failed restart.
    case closeIce(generation: Int)
    case report(MediaConnectionState)
    /// The peer has been silent for a short time, so a restart may be needed; or it is heard again.
    case falter(Bool)
    case fail(MediaError)
    /// End the association; no packet is protected until another is established.
    case endAssociation
}

/// The time limits of the link to the peer.
package struct LinkLimits: Hashable, Sendable {
    /// The silence of a peer that should send RTP after which the link is interrupted. libwebrtc uses the same limit.
    package var mediaSilenceMax: Duration = .seconds(5)
    /// The silence of a peer that should send RTP after which a restart is suggested while the link stays up. A peer
    /// sends 45 packets in that time, or two of a silence.
    package var falterAfter: Duration = .milliseconds(900)
    /// The least time between two suggestions, because a peer that pauses by itself does so repeatedly. It does not hold
    /// for a peer that another path brought back at once.
    package var falterAgainAfter: Duration = .seconds(10)
    /// The silence of a peer that only sends reports after which the link is interrupted. libwebrtc reports every 2.5
    /// to 7.5 s.
    package var reportSilenceMax: Duration = .seconds(20)
    /// The limit of an interruption, and of the first ICE and DTLS connection.
    package var interruptionMax: Duration = .seconds(30)

    /// How long a packet of the association in use is awaited after a restart with the old certificate, before a new
    /// handshake is tried. A peer that kept the association sends every 20 ms.
    package var proofWait: Duration = .milliseconds(500)
    /// The limit of a tried handshake. A peer that does not answer it kept the association.
    package var trialMax: Duration = .seconds(10)

    package init() {}
}
