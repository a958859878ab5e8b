import MediaEngine

/// A second association that may replace the one in use, because the peer may have begun it at an ICE restart.
///
///     closed ─ restart under the same certificate ─▶ waiting for the new agent ─▶ open
///     open ─ handshake ─▶ running ─▶ adopted
struct AssociationTrial: Hashable {
    private enum Phase: Hashable {
        /// The peer has not restarted ICE since the association was made.
        case closed
        /// The peer's handshake waits, because our answer would use the old agent.
        case awaitingAgent
        /// The peer may begin a handshake. As client, this side begins at `beginAt` if no packet proves the old
        /// association.
        case open(beginAt: Duration?)
        case running(until: Duration)
    }

    private var phase = Phase.closed
    private var role = DTLSRole.server
    private var queue: [LinkDatagram] = []
    /// The remaining failed handshakes, so that a flood of them costs little.
    private var attemptsLeft = 0
    private static let attemptsMax = 4
    /// Whether a packet of the association in use came over the new path.
    private var isProven = false

    /// Whether the peer may have given up the association in use at its restart.
    var isUndecided: Bool {
        switch phase {
        case .closed: false
        case .open: !isProven
        case .awaitingAgent, .running: true
        }
    }

    /// The datagrams that begin another association, and wait for the new agent.
    var waiting: [LinkDatagram] { queue }

    var isRunning: Bool { if case .running = phase { true } else { false } }

    var deadline: Duration? {
        switch phase {
        case .closed, .awaitingAgent: nil
        case .open(let beginAt): beginAt
        case .running(let until): until
        }
    }

    mutating func open(_ role: DTLSRole, needsNextAgent: Bool, into effects: inout [LinkEffect]) {
        close(into: &effects)
        self.role = role
        attemptsLeft = Self.attemptsMax
        isProven = false
        phase = needsNextAgent ? .awaitingAgent : .open(beginAt: nil)
    }

    mutating func close(into effects: inout [LinkEffect]) {
        if isRunning { effects.append(.endTrial) }
        self = AssociationTrial()
    }

    mutating func adopted() { self = AssociationTrial() }

    /// Ends a failed trial; the peer may begin another.
    mutating func ended() { if isRunning { phase = .open(beginAt: nil) } }

    /// Ends the wait for an agent that was given up; the old agent stays in use.
    mutating func nextAgentGone() { if phase == .awaitingAgent { self = AssociationTrial() } }

    mutating func agentIsUp(at now: Duration, _ limits: LinkLimits, into effects: inout [LinkEffect]) {
        switch phase {
        case .awaitingAgent, .open(beginAt: nil): break
        case .closed, .open, .running: return
        }
        phase = .open(beginAt: role == .client ? now + limits.proofWait : nil)
        effects.append(.awaitProof)
        let waiting = queue
        queue = []
        for datagram in waiting { _ = receive(datagram, at: now, limits, into: &effects) }
    }

    /// Notes that the peer uses the present association. It may still begin another.
    mutating func associationProven(into effects: inout [LinkEffect]) {
        switch phase {
        case .closed, .awaitingAgent: return
        case .running where role == .server: return
        case .running: effects.append(.endTrial)
        case .open: break
        }
        phase = .open(beginAt: nil)
        isProven = true
    }

    /// Begins a trial as client after the association fell silent, because the packets that proved it may have been
    /// sent before the peer gave it up.
    mutating func associationFellSilent(at now: Duration) {
        isProven = false
        guard phase == .open(beginAt: nil), role == .client, attemptsLeft > 0 else { return }
        attemptsLeft -= 1
        phase = .open(beginAt: now)
    }

    /// Returns whether a datagram is not for the association in use. While both exist, both get the datagram, and each
    /// drops datagrams of the other.
    mutating func receive(
        _ datagram: LinkDatagram, at now: Duration, _ limits: LinkLimits, into effects: inout [LinkEffect]
    ) -> Bool {
        switch phase {
        case .closed: return false
        case .awaitingAgent:
            guard Self.isHello(datagram.bytes) else { return false }
            if queue.count < LinkMachine.queuedDatagramsMax { queue.append(datagram) }
            return true
        case .open:
            guard role == .server, attemptsLeft > 0, Self.isHello(datagram.bytes) else { return false }
            attemptsLeft -= 1
            start(at: now, limits, into: &effects)
            effects.append(.feedTrial(datagram.bytes))
            return true
        case .running:
            effects.append(.feedTrial(datagram.bytes))
            return false
        }
    }

    mutating func timePassed(at now: Duration, _ limits: LinkLimits, into effects: inout [LinkEffect]) {
        guard let deadline, now >= deadline else { return }
        switch phase {
        case .closed, .awaitingAgent: break
        case .open: start(at: now, limits, into: &effects)
        case .running:
            effects.append(.endTrial)
            phase = .open(beginAt: nil)
        }
    }

    private mutating func start(at now: Duration, _ limits: LinkLimits, into effects: inout [LinkEffect]) {
        phase = .running(until: now + limits.trialMax)
        effects.append(.startTrial(role))
    }

    /// Whether a datagram is an unencrypted ClientHello, which begins an association. Source: RFC 6347 §4.1, §4.2.2.
    private static func isHello(_ bytes: [UInt8]) -> Bool {
        let (handshake, clientHello): (UInt8, UInt8) = (22, 1)
        return bytes.count > 13 && bytes[0] == handshake && bytes[3] == 0 && bytes[4] == 0 && bytes[13] == clientHello
    }
}
