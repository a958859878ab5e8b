import MediaEngine

/// An association that may have to take the place of the one in use, because the peer may have begun it.
///
///     closed ─ restart under the same certificate ─▶ waiting for the new agent ─▶ open ─ handshake ─▶ running ─▶ adopted
struct AssociationTrial: Hashable {
    private enum Phase: Hashable {
        /// The peer has not restarted ICE since the association was made.
        case closed
        /// What the peer says of a new association waits: our answer would take the old way.
        case awaitingAgent
        /// The peer may begin; we do at `beginAt`, if that is ours to do and nothing is heard.
        case open(beginAt: Duration?)
        case running(until: Duration)
    }

    private var phase = Phase.closed
    private var role = DTLSRole.server
    private var queue: [[UInt8]] = []
    /// Handshakes that may yet come to nothing, so that a flood of them costs little.
    private var attemptsLeft = 0
    private static let attemptsMax = 4

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
        phase = needsNextAgent ? .awaitingAgent : .open(beginAt: nil)
    }

    mutating func close(into effects: inout [LinkEffect]) {
        if isRunning { effects.append(.endTrial) }
        self = AssociationTrial()
    }

    mutating func adopted() { self = AssociationTrial() }

    /// A trial came to nothing by itself; the peer may begin another.
    mutating func ended() { if isRunning { phase = .open(beginAt: nil) } }

    /// The agent made for the restart is not to be; the old way stays.
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
        for bytes in waiting { _ = takes(bytes, at: now, limits, into: &effects) }
    }

    /// The association in use is the peer's too. It may begin another all the same.
    mutating func associationProven(into effects: inout [LinkEffect]) {
        switch phase {
        case .closed, .awaitingAgent: return
        case .running where role == .server: return
        case .running: effects.append(.endTrial)
        case .open: break
        }
        phase = .open(beginAt: nil)
    }

    /// What proved the association in use may have been sent before the peer gave it up. Where beginning is ours, it is
    /// tried now.
    mutating func associationFellSilent(at now: Duration) {
        guard phase == .open(beginAt: nil), role == .client, attemptsLeft > 0 else { return }
        attemptsLeft -= 1
        phase = .open(beginAt: now)
    }

    /// Whether a datagram is no business of the association in use. While both stand it may be either's, and each drops what
    /// it cannot read.
    mutating func takes(
        _ bytes: [UInt8], at now: Duration, _ limits: LinkLimits, into effects: inout [LinkEffect]
    ) -> Bool {
        switch phase {
        case .closed: return false
        case .awaitingAgent:
            guard Self.isHello(bytes) else { return false }
            if queue.count < LinkMachine.queuedDatagramsMax { queue.append(bytes) }
            return true
        case .open:
            guard role == .server, attemptsLeft > 0, Self.isHello(bytes) else { return false }
            attemptsLeft -= 1
            start(at: now, limits, into: &effects)
            effects.append(.feedTrial(bytes))
            return true
        case .running:
            effects.append(.feedTrial(bytes))
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

    /// A ClientHello under no keys: what begins an association. Source: RFC 6347 §4.1, §4.2.2.
    private static func isHello(_ bytes: [UInt8]) -> Bool {
        let (handshake, clientHello): (UInt8, UInt8) = (22, 1)
        return bytes.count > 13 && bytes[0] == handshake && bytes[3] == 0 && bytes[4] == 0 && bytes[13] == clientHello
    }
}
