import CallModel
import Redaction
import Verto

/// What the user asks.
extension CallConductor {
    mutating func handle(
        _ operation: CallOperation, _ id: OperationID?, at now: Duration, into effects: inout [ConductorEffect]
    ) {
        switch operation {
        case .answer: attempt(.answer, operation, id, at: now, into: &effects)
        case .decline(let isBusy): attempt(isBusy ? .declineAsBusy : .decline, operation, id, at: now, into: &effects)
        case .hangUp: hangUp(id, at: now, into: &effects)
        case .hold: attempt(.hold, operation, id, at: now, into: &effects)
        case .resume: attempt(.resume, operation, id, at: now, into: &effects)
        case .setMuted(let isMuted): setMuted(isMuted, id, into: &effects)
        case .sendTones(let digits): sendTones(digits, id, into: &effects)
        case .restartMedia: restartMedia(id, at: now, into: &effects)
        }
    }

    /// Waits for the outcome first: an event may settle it at once.
    private mutating func attempt(
        _ event: CallEvent, _ operation: CallOperation, _ id: OperationID?, at now: Duration,
        into effects: inout [ConductorEffect]
    ) {
        guard wait(for: operation, id, into: &effects) else { return }
        if advance(event, at: now, into: &effects) { return }
        settle(id, refusal(of: event), into: &effects)
    }

    /// Hanging up twice is no mistake: both wait for the same end.
    private mutating func hangUp(_ id: OperationID?, at now: Duration, into effects: inout [ConductorEffect]) {
        guard wait(for: .hangUp, id, into: &effects) else { return }
        if !advance(.hangUp, at: now, into: &effects), hasEnded { settle(id, nil, into: &effects) }
    }

    /// Mute is the user's own and has nothing to do with hold; it may be set before there is media.
    private mutating func setMuted(_ isMuted: Bool, _ id: OperationID?, into effects: inout [ConductorEffect]) {
        if self.isMuted != isMuted {
            self.isMuted = isMuted
            adjustSilence(into: &effects)
            effects.append(.report(.muted(isMuted)))
        }
        if let id { effects.append(.settle(id, nil)) }
    }

    private mutating func sendTones(
        _ digits: Redacted<String>, _ id: OperationID?, into effects: inout [ConductorEffect]
    ) {
        guard state.progress == .active else { return settle(id, Self.notActive, into: &effects) }
        let viaMedia = remote?.takesTelephoneEvents == true
        switch setup.options.tones {
        case .media where !viaMedia:
            settle(id, ClientError(.refused, "the peer takes no digits as RTP events"), into: &effects)
        case .automatic where viaMedia, .media:
            let mediaID = nextMediaID()
            if let id { pendingTones.append(PendingTones(mediaID: mediaID, id: id)) }
            guard wait(for: .sendTones(digits), id, into: &effects) else { return }
            effects.append(.media(.sendTones(id: mediaID, digits)))
        case .automatic, .signaling:
            guard wait(for: .sendTones(digits), id, into: &effects) else { return }
            effects.append(.request(.tones(id), .info(VertoInfo(callID: callID, digits: digits))))
        }
    }

    private mutating func restartMedia(_ id: OperationID?, at now: Duration, into effects: inout [ConductorEffect]) {
        guard wait(for: .restartMedia, id, into: &effects) else { return }
        guard negotiation == .idle else {
            return settle(id, ClientError(.refused, "a negotiation is under way"), into: &effects)
        }
        if advance(.renegotiationStarted, at: now, into: &effects) {
            offerUpdate(into: &effects)
        } else {
            settle(id, refusal(of: .renegotiationStarted), into: &effects)
        }
    }

    private mutating func wait(for operation: CallOperation, _ id: OperationID?, into effects: inout [ConductorEffect])
        -> Bool
    {
        guard let id else { return true }
        guard pending.count < Self.pendingOperationsMax else {
            effects.append(.settle(id, ClientError(.limitReached, "too many operations wait on this call")))
            return false
        }
        pending.append(PendingOperation(id: id, operation: operation))
        return true
    }

    mutating func settle(_ id: OperationID?, _ error: ClientError?, into effects: inout [ConductorEffect]) {
        guard let id else { return }
        pending.removeAll { $0.id == id }
        pendingTones.removeAll { $0.id == id }
        effects.append(.settle(id, error))
    }

    /// The machine refused and changed nothing, so asking it again tells why.
    private func refusal(of event: CallEvent) -> ClientError {
        guard case .refused(let refusal) = state.step(on: event) else { return Self.notActive }
        return ClientError(refusal == .ended ? .callEnded : .refused, refusal.words(about: event))
    }

    static var notActive: ClientError { ClientError(.refused, "the call is not active") }
}
