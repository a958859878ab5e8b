internal import CallModel
package import Redaction
import Verto

/// Handles operations of the user.
extension ClientCallMachine {
    mutating func handle(
        _ operation: CallOperation, _ id: OperationID?, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        switch operation {
        case .answer: attempt(.answer, operation, id, at: now, into: &effects)
        case .decline(let isBusy): attempt(isBusy ? .declineAsBusy : .decline, operation, id, at: now, into: &effects)
        case .hangUp: hangUp(id, at: now, into: &effects)
        case .hold: setHeld(.hold, id, at: now, into: &effects)
        case .resume: setHeld(.resume, id, at: now, into: &effects)
        case .setMuted(let isMuted): setMuted(isMuted, id, into: &effects)
        case .sendTones(let digits): sendTones(digits, id, into: &effects)
        case .transfer(let target): transfer(to: target, id, into: &effects)
        case .restartMedia: restartMedia(id, at: now, into: &effects)
        }
    }

    /// Registers the operation before the event is handled, because the event may settle it at once.
    private mutating func attempt(
        _ event: CallEvent, _ operation: CallOperation, _ id: OperationID?, at now: Duration,
        into effects: inout [ClientCallEffect]
    ) {
        guard wait(for: operation, id, into: &effects) else { return }
        if advance(event, at: now, into: &effects) { return }
        settle(id, refusal(of: event), into: &effects)
    }

    /// Holds or resumes. While the peer has not confirmed the last such request, the wish waits for that; the latest one
    /// counts.
    private mutating func setHeld(
        _ wish: NextHold, _ id: OperationID?, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        guard state.progress == .active, state.hold.isPending else {
            return attempt(wish.event, wish.operation, id, at: now, into: &effects)
        }
        guard wait(for: wish.operation, id, into: &effects) else { return }
        let isUnderWay = (state.hold == .turningOn) == (wish == .hold)
        nextHold = isUnderWay ? nil : wish
        if isUnderWay { settleAll(wish.opposite, refusal(of: wish.event), into: &effects) }
    }

    /// Requests the hold or resume that waited for the one before it.
    mutating func holdIfDue(at now: Duration, into effects: inout [ClientCallEffect]) {
        guard let wish = nextHold, !state.hold.isPending else { return }
        nextHold = nil
        guard state.progress == .active else { return }
        let isSoAlready = (state.hold == .on) == (wish == .hold)
        if isSoAlready { settleAll(wish, nil, into: &effects) } else { advance(wish.event, at: now, into: &effects) }
    }

    private mutating func settleAll(
        _ wish: NextHold, _ error: ClientError?, into effects: inout [ClientCallEffect]
    ) {
        for item in pending where item.operation == wish.operation { settle(item.id, error, into: &effects) }
    }

    /// Hangs up. A second hang-up is valid and waits for the same end.
    private mutating func hangUp(_ id: OperationID?, at now: Duration, into effects: inout [ClientCallEffect]) {
        guard wait(for: .hangUp, id, into: &effects) else { return }
        if !advance(.hangUp, at: now, into: &effects), hasEnded { settle(id, nil, into: &effects) }
    }

    /// Mutes or unmutes. Mute is independent of hold and may be set before media exists.
    private mutating func setMuted(_ isMuted: Bool, _ id: OperationID?, into effects: inout [ClientCallEffect]) {
        if self.isMuted != isMuted {
            self.isMuted = isMuted
            adjustSilence(into: &effects)
            effects.append(.report(.muted(isMuted)))
        }
        if let id { effects.append(.settle(id, nil)) }
    }

    private mutating func sendTones(
        _ digits: Redacted<String>, _ id: OperationID?, into effects: inout [ClientCallEffect]
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

    /// Has the exchange connect the other side to another user. The call ends once it has.
    private mutating func transfer(
        to target: Redacted<String>, _ id: OperationID?, into effects: inout [ClientCallEffect]
    ) {
        guard state.progress == .active else { return settle(id, Self.notActive, into: &effects) }
        guard wait(for: .transfer(target), id, into: &effects) else { return }
        var modify = VertoModify(callID: callID, action: .transfer)
        modify.destination = target
        effects.append(.request(.transfer(id), .modify(modify)))
    }

    private mutating func restartMedia(_ id: OperationID?, at now: Duration, into effects: inout [ClientCallEffect]) {
        guard wait(for: .restartMedia, id, into: &effects) else { return }
        guard negotiation == .idle else {
            return settle(id, ClientError(.refused, "a negotiation is under way"), into: &effects)
        }
        if advance(.renegotiationStarted, at: now, into: &effects) {
            offerUpdate(.requested, into: &effects)
        } else {
            settle(id, refusal(of: .renegotiationStarted), into: &effects)
        }
    }

    private mutating func wait(for operation: CallOperation, _ id: OperationID?, into effects: inout [ClientCallEffect])
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

    mutating func settle(_ id: OperationID?, _ error: ClientError?, into effects: inout [ClientCallEffect]) {
        guard let id else { return }
        pending.removeAll { $0.id == id }
        pendingTones.removeAll { $0.id == id }
        effects.append(.settle(id, error))
    }

    /// The reason of a refusal. A refused event changes nothing, so the same step can be repeated to get its reason.
    private func refusal(of event: CallEvent) -> ClientError {
        guard case .refused(let refusal) = state.step(on: event) else { return Self.notActive }
        return ClientError(refusal == .ended ? .callEnded : .refused, refusal.words(about: event))
    }

    static var notActive: ClientError { ClientError(.refused, "the call is not active") }
}

/// An operation that a user can request of a call.
package enum CallOperation: Hashable, Sendable {
    case answer
    case decline(busy: Bool)
    case hangUp
    case hold
    case resume
    case setMuted(Bool)
    case sendTones(Redacted<String>)
    case transfer(Redacted<String>)
    case restartMedia
}

/// A hold or resume that the user wants.
enum NextHold: Hashable, Sendable {
    case hold, resume

    var event: CallEvent { self == .hold ? .hold : .resume }
    var operation: CallOperation { self == .hold ? .hold : .resume }
    var opposite: NextHold { self == .hold ? .resume : .hold }
}

/// Identifies an operation, so that its outcome reaches its waiter.
package struct OperationID: Hashable, Sendable {
    package let value: UInt64

    package init(_ value: UInt64) { self.value = value }
}

/// The outcome of an operation.
enum OperationOutcome: Hashable, Sendable {
    case done
    case failed(ClientError)

    var error: ClientError? {
        if case .failed(let error) = self { error } else { nil }
    }
}

extension CallOperation {
    /// Whether the operation ends the call.
    var isRelease: Bool {
        switch self {
        case .hangUp, .decline: true
        case .answer, .hold, .resume, .setMuted, .sendTones, .transfer, .restartMedia: false
        }
    }
}

/// An operation that waits for its outcome.
struct PendingOperation: Hashable, Sendable {
    let id: OperationID
    let operation: CallOperation
}

/// Digits being sent as RTP events, with the operation that waits for their end.
struct PendingTones: Hashable, Sendable {
    let mediaID: UInt64
    let id: OperationID
}

extension Refusal {
    /// The reason why an operation was refused, as text for the user.
    func words(about event: CallEvent) -> String {
        switch self {
        case .notStarted: "the call has not begun"
        case .alreadyStarted: "the call has begun already"
        case .wrongDirection: "only a call that comes in can be answered or declined"
        case .inviteNotSent: "the call is not under way yet"
        case .notAnswered: "the call is not answered yet"
        case .alreadyAnswered: "the call is answered already"
        case .notActive: "the call is not active"
        case .holdUnchanged: event == .resume ? "the call is not held" : "the call is held already"
        case .holdPending: "the call is being held or resumed just now"
        case .noHoldPending: "the call is neither being held nor resumed"
        case .linkUnchanged: "the connection is as it was"
        case .linkDown: "the connection is lost, and its repair negotiates anew anyway"
        case .notRenegotiating: "nothing is being negotiated"
        case .timerNotRunning: "that time is not running"
        case .disconnecting: "the call is being ended"
        case .notDisconnecting: "the call is not being ended"
        case .ended: "the call has ended"
        }
    }
}
