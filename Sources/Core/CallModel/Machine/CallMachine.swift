/// One call, as one of its devices sees it.
///
/// Its caller passes in events and carries out the effects. The machine knows no clock: deadlines are effects, and come
/// back as events. A machine lives for one call and stays ended; the next call has its own.
public struct CallMachine: Hashable, Sendable {
    /// The state of the call.
    public private(set) var state: CallState
    /// How the call ended or is ending, with everything the peers said about it. Its reason is the state's.
    public private(set) var ending: Ending?

    /// A call to which nothing has happened.
    public init(_ direction: CallDirection) {
        state = CallState(idle: direction)
    }

    /// Handles an event and appends the effects that follow.
    ///
    /// - Returns: the rule that turned the event down, or `nil` if it was accepted. A refusal changes nothing and is
    ///   among the effects too, to be logged.
    @discardableResult
    public mutating func handle(_ event: CallEvent, into effects: inout [CallEffect]) -> Refusal? {
        switch state.step(on: event) {
        case .moved(let next):
            let old = state
            if let reason = next.progress.endReason { recordEnding(reason, of: event) }
            state = next
            CallEffect.emit(from: old, to: next, into: &effects)
            return nil
        case .refused(let refusal):
            if case .released(let update) = event, strengthensDetails(update) {
                effects.append(.endingStrengthened(update.reason))
                return nil
            }
            effects.append(.refused(refusal))
            return refusal
        }
    }

    /// Merges the known ending with the one that the event reports.
    private mutating func recordEnding(_ reason: EndReason, of event: CallEvent) {
        let update = if case .released(let ending) = event { fitting(ending) } else { Ending(reason) }
        ending = ending?.joined(with: update) ?? update
    }

    /// Accepts a late report that has the same reason and more details.
    private mutating func strengthensDetails(_ update: Ending) -> Bool {
        guard let ending, update.reason == ending.reason, ending < update else { return false }
        self.ending = update
        return true
    }

    /// The ending that a peer reported, under the reason that fits the phase.
    private func fitting(_ update: Ending) -> Ending {
        Ending(state.standing(update.reason), cause: update.cause, sipCode: update.sipCode, sipReason: update.sipReason)
    }
}

/// Something that happened to a call, grouped by where it comes from.
public enum CallEvent: Hashable, Sendable {
    // The user.

    /// Dials. Outbound only.
    case dial
    /// Answers the call. Inbound only.
    case answer
    /// Turns the call down. Inbound only.
    case decline
    /// Turns the call down because of another one. Inbound only; a person or a guard decides it.
    case declineAsBusy
    /// Ends the call, at whatever point it is: cancels, declines or hangs up.
    case hangUp
    /// Puts the peer on hold.
    case hold
    /// Takes the peer off hold.
    case resume

    // The peer, by way of the exchange.

    /// An INVITE came in. Inbound only.
    case invited
    /// The peer's device rings. Outbound only.
    case peerRinging
    /// The peer answered. Outbound only.
    case peerAnswered
    /// The peer says that we hold it: the answer to our request, or a correction.
    case holdConfirmed
    /// The peer says that we do not hold it: the answer to our request, or a correction.
    case resumeConfirmed
    /// The peer refused our hold or resume, or did not answer it.
    case holdRequestFailed
    /// The peer put us on hold.
    case peerHeld
    /// The peer took us off hold.
    case peerResumed
    /// The peer or the exchange ended the call, or refused it.
    case released(Ending)
    /// The peer knows that we ended the call.
    case releaseAcknowledged

    // This device.

    /// Our INVITE is on the wire.
    case inviteSent
    /// Media flows, or flowed already when ``CallEffect/awaitMedia`` asked.
    case mediaConnected
    /// The two sides have no media in common.
    case mediaIncompatible
    /// A part of this device failed for good.
    case failed
    /// Media is being negotiated anew.
    case renegotiationStarted
    /// Media was negotiated anew.
    case renegotiationFinished
    /// Media could not be negotiated anew.
    case renegotiationFailed

    // The network.

    /// The link broke or its network changed, and there is a network to repair it over.
    case linkImpaired
    /// There is no network.
    case linkLost
    /// The link works again, and the call is attached to it again.
    case linkRestored

    // The clock.

    /// ``CallTimer/setUp`` is over.
    case setUpLimitReached
    /// ``CallTimer/ringing`` is over.
    case ringingLimitReached
    /// ``CallTimer/recovery`` is over.
    case recoveryLimitReached
    /// ``CallTimer/release`` is over.
    case releaseLimitReached
}

extension CallEvent {
    /// One event of every kind, and a release for every reason: the columns of ``CallTable``.
    public static let all: [CallEvent] =
        [
            .dial, .answer, .decline, .declineAsBusy, .hangUp, .hold, .resume, .invited, .peerRinging, .peerAnswered,
            .holdConfirmed, .resumeConfirmed, .holdRequestFailed, .peerHeld, .peerResumed,
        ] + EndReason.allCases.map { .released(Ending($0)) } + [
            .releaseAcknowledged, .inviteSent, .mediaConnected, .mediaIncompatible, .failed, .renegotiationStarted,
            .renegotiationFinished, .renegotiationFailed, .linkImpaired, .linkLost, .linkRestored, .setUpLimitReached,
            .ringingLimitReached, .recoveryLimitReached, .releaseLimitReached,
        ]

    /// The name of the event, with the reason of a release: `released(busy)`. Unique within ``all``.
    public var name: String {
        switch self {
        case .dial: "dial"
        case .answer: "answer"
        case .decline: "decline"
        case .declineAsBusy: "declineAsBusy"
        case .hangUp: "hangUp"
        case .hold: "hold"
        case .resume: "resume"
        case .invited: "invited"
        case .peerRinging: "peerRinging"
        case .peerAnswered: "peerAnswered"
        case .holdConfirmed: "holdConfirmed"
        case .resumeConfirmed: "resumeConfirmed"
        case .holdRequestFailed: "holdRequestFailed"
        case .peerHeld: "peerHeld"
        case .peerResumed: "peerResumed"
        case .released(let ending): "released(\(ending.reason))"
        case .releaseAcknowledged: "releaseAcknowledged"
        case .inviteSent: "inviteSent"
        case .mediaConnected: "mediaConnected"
        case .mediaIncompatible: "mediaIncompatible"
        case .failed: "failed"
        case .renegotiationStarted: "renegotiationStarted"
        case .renegotiationFinished: "renegotiationFinished"
        case .renegotiationFailed: "renegotiationFailed"
        case .linkImpaired: "linkImpaired"
        case .linkLost: "linkLost"
        case .linkRestored: "linkRestored"
        case .setUpLimitReached: "setUpLimitReached"
        case .ringingLimitReached: "ringingLimitReached"
        case .recoveryLimitReached: "recoveryLimitReached"
        case .releaseLimitReached: "releaseLimitReached"
        }
    }
}

extension CallEvent: CustomStringConvertible {
    /// The name of the event: safe to log.
    public var description: String { name }
}

/// The rule by which the machine turned an event down. Nothing changed.
public enum Refusal: String, CaseIterable, Hashable, Sendable, Codable {
    /// The call has not begun, so the event cannot be about it.
    case notStarted
    /// The call has begun, or rings already.
    case alreadyStarted
    /// The event belongs to a call in the other direction.
    case wrongDirection
    /// Our INVITE is not out, so the peer cannot have reacted to it.
    case inviteNotSent
    /// The call is not answered yet, so there is nothing to hold or renegotiate and no media to wait for.
    case notAnswered
    /// The call is answered already: this is a second answer, or a decline that comes too late.
    case alreadyAnswered
    /// The call is not connected yet.
    case notActive
    /// Hold is already as asked, or as reported.
    case holdUnchanged
    /// A hold or resume is under way; its outcome comes first.
    case holdPending
    /// No hold or resume is under way.
    case noHoldPending
    /// The link is already as reported.
    case linkUnchanged
    /// The link is down; its repair renegotiates anyway.
    case linkDown
    /// No renegotiation is under way.
    case notRenegotiating
    /// That deadline does not run.
    case timerNotRunning
    /// This side is ending the call.
    case disconnecting
    /// Neither side is ending the call.
    case notDisconnecting
    /// The call is over.
    case ended
}
