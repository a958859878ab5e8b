import CallModel
import MediaEngine

/// Media over another way, in the middle of the call: the ICE restart (RFC 8445 §9).
extension CallConductor {
    /// Before a restart that came to nothing is tried again; doubled each time, up to the longest. Two that offer at the same
    /// moment are both refused: the caller is the first to try again.
    package static let restartRetry = Duration.seconds(1)
    package static let restartRetryOfCaller = Duration.milliseconds(100)
    package static let restartRetryMax = Duration.seconds(8)
    /// A restart that was agreed has so long to bring sound before another is made.
    package static let restartProof = Duration.seconds(4)

    /// The way in use brings no sound.
    mutating func needRestart(at now: Duration) {
        isRestartNeeded = true
        // The end of the one that is being agreed decides whether another is needed.
        guard negotiation == .idle else { return }
        if let lastRestart, now - lastRestart < Self.restartProof {
            restartDeadline = lastRestart + Self.restartProof
        } else {
            isRestartDue = true
        }
    }

    /// A restart waits for the socket, and for the negotiation under way: its offer would only be refused.
    mutating func restartIfDue(at now: Duration, into effects: inout [ConductorEffect]) {
        guard isRestartDue, negotiation == .idle, state.progress == .active, state.link == .up else { return }
        isRestartDue = false
        guard advance(.renegotiationStarted, at: now, into: &effects) else { return }
        offerUpdate(into: &effects)
    }

    /// The peer may have been busy, or on its way back.
    mutating func awaitRestart(at now: Duration) {
        let first = state.direction == .outbound ? Self.restartRetryOfCaller : Self.restartRetry
        let wait = min(first * (1 << min(restartFailures, 8)), Self.restartRetryMax)
        restartFailures += 1
        restartDeadline = now + wait
    }

    /// Both sides know new ways. Whether one of them brings sound is seen soon.
    mutating func restartAgreed(at now: Duration) {
        lastRestart = now
        restartFailures = 0
        isRestartDue = false
        isRestartNeeded = isFaltering || mediaState == .interrupted
        restartDeadline = isRestartNeeded ? now + Self.restartProof : nil
    }

    mutating func tryRestartAgain(at now: Duration, into effects: inout [ConductorEffect]) {
        restartDeadline = nil
        guard isRestartNeeded, negotiation == .idle else { return }
        isRestartDue = true
        if isAwaitingRepair { restoreLink(at: now, into: &effects) }
    }

    /// There is sound.
    mutating func forgetRestart() {
        (isFaltering, isRestartNeeded, isRestartDue) = (false, false, false)
        restartDeadline = nil
        restartFailures = 0
    }
}
