/// An action for the shell, which carries out the effects in the order given.
public enum CallEffect: Hashable, Sendable {
    /// Tell the observers that the call is in another state.
    case changed(from: CallState, to: CallState)
    /// Write to the log: an event was turned down and changed nothing.
    case refused(Refusal)
    /// Sound the ringing tone (inbound) or the ring-back tone (outbound).
    case startRinging
    /// Stop that tone.
    case stopRinging
    /// Start a deadline.
    case startTimer(CallTimer)
    /// Stop a deadline.
    case stopTimer(CallTimer)
    /// Make an offer and send it as INVITE; then report ``CallEvent/inviteSent``.
    case sendInvite
    /// Answer the peer's offer.
    case sendAnswer
    /// Report ``CallEvent/mediaConnected`` as soon as media flows; at once if it does (early media).
    case awaitMedia
    /// Ask the peer to be held.
    case sendHold
    /// Ask the peer to be resumed.
    case sendResume
    /// Tell the peer that the call is over; if the INVITE never left, drop it. Then report
    /// ``CallEvent/releaseAcknowledged``.
    case sendRelease(EndReason)
    /// Repair the link: reconnect, re-attach, restart ICE.
    case recoverLink
    /// Free media and everything that belongs to it.
    case releaseMedia
    /// The call is over; ``CallMachine/ending`` has the details.
    case ended(EndReason)
    /// The call was over already; a stronger report changed its reason or its details.
    case endingStrengthened(EndReason)
}

extension CallEffect {
    /// The name of the effect with its values. Unique among the effects of one transition.
    public var name: String {
        switch self {
        case .changed(_, let state): "changed(\(state))"
        case .refused(let refusal): "refused(\(refusal))"
        case .startRinging: "startRinging"
        case .stopRinging: "stopRinging"
        case .startTimer(let timer): "startTimer(\(timer))"
        case .stopTimer(let timer): "stopTimer(\(timer))"
        case .sendInvite: "sendInvite"
        case .sendAnswer: "sendAnswer"
        case .awaitMedia: "awaitMedia"
        case .sendHold: "sendHold"
        case .sendResume: "sendResume"
        case .sendRelease(let reason): "sendRelease(\(reason))"
        case .recoverLink: "recoverLink"
        case .releaseMedia: "releaseMedia"
        case .ended(let reason): "ended(\(reason))"
        case .endingStrengthened(let reason): "endingStrengthened(\(reason))"
        }
    }
}

extension CallEffect: CustomStringConvertible {
    /// The name of the effect: safe to log.
    public var description: String { name }
}

extension CallEffect {
    /// Appends the effects of a step: tones, deadlines and media follow from the difference between two states,
    /// messages from the phase that was entered.
    ///
    /// Effects depend on the two states only, so a step can be replayed, and no path through the table can miss an
    /// effect.
    public static func emit(from old: CallState, to new: CallState, into effects: inout [CallEffect]) {
        effects.append(.changed(from: old, to: new))
        if old.isRinging && !new.isRinging { effects.append(.stopRinging) }
        emitTimers(from: old.timers, to: new.timers, into: &effects)
        if old.progress != new.progress {
            emitProgress(from: old, to: new, into: &effects)
        }
        if new.progress == .active {
            emitHold(from: old, to: new, into: &effects)
        }
        if new.link == .reconnecting && old.link != .reconnecting { effects.append(.recoverLink) }
    }

    private static func emitProgress(from old: CallState, to new: CallState, into effects: inout [CallEffect]) {
        switch new.progress {
        case .idle, .connecting, .active:
            break
        case .requesting:
            effects.append(.sendInvite)
        case .ringing:
            effects.append(.startRinging)
        case .answering:
            if new.direction == .inbound { effects.append(.sendAnswer) }
            effects.append(.awaitMedia)
        case .disconnecting(let reason):
            effects.append(.sendRelease(reason))
        case .ended(let reason):
            if case .ended = old.progress {
                effects.append(.endingStrengthened(reason))
            } else {
                effects.append(.ended(reason))
            }
        }
        if old.needsMedia && !new.needsMedia { effects.append(.releaseMedia) }
    }

    /// Sends a hold request now, or when the link is up again if it was down.
    private static func emitHold(from old: CallState, to new: CallState, into effects: inout [CallEffect]) {
        guard new.hold.isPending && !new.link.isDown else { return }
        guard old.hold != new.hold || old.link.isDown else { return }
        effects.append(new.hold == .turningOn ? .sendHold : .sendResume)
    }

    private static func emitTimers(from old: CallTimers, to new: CallTimers, into effects: inout [CallEffect]) {
        guard old != new else { return }
        for timer in [CallTimer.setUp, .ringing, .recovery, .release] {
            let bit = CallTimers(timer)
            if old.contains(bit) && !new.contains(bit) { effects.append(.stopTimer(timer)) }
            if new.contains(bit) && !old.contains(bit) { effects.append(.startTimer(timer)) }
        }
    }
}

/// A deadline of a call. The machine says when one starts and stops; the shell keeps the time and reports a limit that
/// is reached.
///
/// The shell forgets a stopped timer on the same queue it runs the machine on, so a stale one never fires.
public enum CallTimer: String, CaseIterable, Hashable, Sendable, Codable {
    /// From dialing to the first sign of the peer, and again from the answer to media.
    case setUp
    /// While it rings.
    case ringing
    /// While the link is down.
    case recovery
    /// From our release to its acknowledgment.
    case release

    /// How long the timer may run.
    public var limit: Duration {
        switch self {
        // Telnyx's SDK gives an answered push 10 s to become a call (observed); a cold start needs some more.
        case .setUp: .seconds(15)
        // The last resort against an exchange that never ends the ringing; the exchange's own limit is the one that
        // counts. It exceeds the longest ring of a call to a number or out (120 s), with a minute for what follows.
        case .ringing: .seconds(180)
        // The SDK's `reconnectTimeout` (observed). The sources also name 30 s; the longer one loses no call.
        case .recovery: .seconds(60)
        // The time the JavaScript SDK gives a BYE (observed).
        case .release: .seconds(5)
        }
    }

    /// The event that the shell reports when the limit is reached.
    public var event: CallEvent {
        switch self {
        case .setUp: .setUpLimitReached
        case .ringing: .ringingLimitReached
        case .recovery: .recoveryLimitReached
        case .release: .releaseLimitReached
        }
    }
}

/// A set of deadlines.
public struct CallTimers: OptionSet, Hashable, Sendable {
    /// One bit per timer.
    public let rawValue: UInt8

    /// A set of given bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// See ``CallTimer/setUp``.
    public static let setUp = CallTimers(rawValue: 1)
    /// See ``CallTimer/ringing``.
    public static let ringing = CallTimers(rawValue: 2)
    /// See ``CallTimer/recovery``.
    public static let recovery = CallTimers(rawValue: 4)
    /// See ``CallTimer/release``.
    public static let release = CallTimers(rawValue: 8)

    /// The set of one timer.
    public init(_ timer: CallTimer) {
        self =
            switch timer {
            case .setUp: .setUp
            case .ringing: .ringing
            case .recovery: .recovery
            case .release: .release
            }
    }
}
