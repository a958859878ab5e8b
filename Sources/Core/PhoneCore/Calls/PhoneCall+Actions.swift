import CallModel
import Redaction

/// The system's actions on the call. Each is completed once.
extension PhoneCall {
    /// The person answered through the system. The action waits until media flows. Our deadline is earlier than the
    /// system's, so that the phone reports the failure itself. Source: C41, C43, C60.
    mutating func answer(
        _ action: SystemActionID, timeLeft: Duration?, into effects: inout [PhoneCallEffect]
    ) {
        switch stage {
        case .ringing:
            stage = .answering([action])
            effects.append(.stopTimer(.ring))
            effects.append(.phone(.audio(.configure)))
            effects.append(.startTimer(.answer, within: timeLeft))
            if let line { effects.append(.phone(.line(.answer(line.id)))) }
            removeAlert(into: &effects)
            if line == nil { effects.append(.awaitsLine) }
        case .answering(let actions) where actions.count < PhoneLimits.answerActionsMax:
            stage = .answering(actions + [action])
        case .connected where direction == .inbound:
            effects.append(.phone(.complete(action, .fulfilled)))
        case .over(let reason?):
            // The system has the call, even if its report has not completed, and is told the reason before the answer
            // fails.
            effects.append(.phone(.report(.ended(id, reason))))
            settledBySystem()
            effects.append(.phone(.complete(action, .failed)))
        case .answering, .connected, .requested, .abandoned, .started, .dialing, .over(nil):
            effects.append(.phone(.complete(action, .failed)))
        }
    }

    /// The system timed out an answer action. It must not be completed any more.
    mutating func answerTimedOut(_ action: SystemActionID, into effects: inout [PhoneCallEffect]) {
        guard case .answering(let actions) = stage, actions.contains(action) else { return }
        stage = .answering(actions.filter { $0 != action })
        leave(.answerFailed, into: &effects)
    }

    /// Fails the waiting answer actions.
    mutating func failAnswers(into effects: inout [PhoneCallEffect]) {
        guard case .answering(let actions) = stage else { return }
        effects += actions.map { .phone(.complete($0, .failed)) }
        stage = .answering([])
    }

    /// The person ended the call through the system. If the end of a call failed, the call would stay on the screen.
    /// Source: C33 (observed).
    mutating func end(
        _ action: SystemActionID, declines: DeclineScope, into effects: inout [PhoneCallEffect]
    ) {
        if case .over = stage { settledBySystem() }
        leave(.ended(self, declines: declines), into: &effects)
        effects.append(.phone(.complete(action, .fulfilled)))
    }

    /// The system ended the call just before it was told of the end.
    private mutating func settledBySystem() {
        stage = .over(nil)
        report.isKnown = false
    }

    /// The system asks to hold or resume. The action is fulfilled at once, because the system ends a call that delays
    /// it (C44), and audio stops here before the peer knows.
    mutating func hold(_ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneCallEffect]) {
        if case .over = stage { return effects.append(.phone(.complete(action, .fulfilled))) }
        guard stage == .connected, let line else { return effects.append(.phone(.complete(action, .failed))) }
        let isNew = isHeld != isOn
        isHeld = isOn
        if isNew { effects.append(.phone(.line(.hold(line.id, isOn)))) }
        effects.append(.phone(.complete(action, .fulfilled)))
        if isNew, !isOn { effects.append(.resumed) }
    }

    /// Holds this call for the sake of another one, without a request of the system, and tells the system.
    mutating func yield(into effects: inout [PhoneCallEffect]) {
        guard stage == .connected, !isHeld, let line else { return }
        isHeld = true
        effects.append(.phone(.line(.hold(line.id, true))))
        ask(.hold, .hold(id, true), into: &effects)
    }

    /// The line could not hold or resume. The system is asked to show the real state.
    mutating func correctHold(_ isOn: Bool, into effects: inout [PhoneCallEffect]) {
        guard stage == .connected, isHeld != isOn else { return }
        isHeld = isOn
        ask(.hold, .hold(id, isOn), into: &effects)
    }

    /// The system asks to mute or unmute, in the person's name or by itself. Repetition does nothing (C48).
    mutating func mute(_ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneCallEffect]) {
        if guardsUnmute, !isOn, isMuted {
            // The system unmutes an outgoing call when it connects. The person has muted it, so the system is told
            // again.
            endUnmuteGuard(into: &effects)
            effects.append(.phone(.complete(action, .fulfilled)))
            ask(.mute, .mute(id, true), into: &effects)
            return
        }
        setMuted(isOn, into: &effects)
        effects.append(.phone(.complete(action, .fulfilled)))
    }

    /// Mutes or unmutes the line. Hold is independent: the microphone is open if neither closes it.
    private mutating func setMuted(_ isOn: Bool, into effects: inout [PhoneCallEffect]) {
        guard isMuted != isOn, stage.isLive else { return }
        isMuted = isOn
        if let line { effects.append(.phone(.line(.mute(line.id, isOn)))) }
    }

    /// Ends the time in which an unmute counts as the system's own.
    private mutating func endUnmuteGuard(into effects: inout [PhoneCallEffect]) {
        guard guardsUnmute else { return }
        guardsUnmute = false
        effects.append(.stopTimer(.unmuteGuard))
    }

    /// The system asks to send digits. Each order comes with a haptic tap.
    func sendDigits(_ digits: Redacted<String>, _ action: SystemActionID, into effects: inout [PhoneCallEffect]) {
        guard stage == .connected, !isHeld, let line, let digits = Digits.checked(digits) else {
            return effects.append(.phone(.complete(action, .failed)))
        }
        effects.append(.phone(.line(.digits(line.id, digits))))
        effects.append(.phone(.audio(.haptic)))
        effects.append(.phone(.complete(action, .fulfilled)))
    }
}

/// The person's requests in the app's screens. The system gets each as a transaction, and asks for the action then.
extension PhoneCall {
    /// Answers the call. A second tap is accepted if the call is answered already or its request is under way. An answer
    /// that comes before the system has the call waits for its report.
    mutating func askToAnswer(
        _ other: ActiveCallPolicy, into effects: inout [PhoneCallEffect]
    ) -> UserOutcome {
        guard stage.isLive else { return .refused(.unknownCall) }
        guard direction == .inbound else { return .refused(.notNow) }
        guard stage == .ringing, !requests.contains(TransactionKinds(.answer)) else { return .accepted(id) }
        guard report.isKnown else {
            awaitedAnswer = other
            return .accepted(id)
        }
        requests.insert(TransactionKinds(.answer))
        effects.append(.requestAnswer(other))
        return .accepted(id)
    }

    /// The system has the call now; an answer may have waited for that.
    mutating func answerIfAwaited(into effects: inout [PhoneCallEffect]) {
        guard report.isKnown, let other = awaitedAnswer else { return }
        awaitedAnswer = nil
        _ = askToAnswer(other, into: &effects)
    }

    /// Declines, cancels or hangs up.
    mutating func askToEnd(_ scope: DeclineScope?, into effects: inout [PhoneCallEffect]) -> UserOutcome {
        if let scope { marks.declines = scope }
        guard stage.isLive else { return .refused(.unknownCall) }
        if stage == .requested {
            stage = .abandoned
            effects.append(.phone(.publish(.ended(CallEnd(id, .outbound, at: .dialing, .cancelled)))))
        } else if report.isKnown {
            ask(.end, .end(id), into: &effects)
        } else {
            // The system has not confirmed the call yet and would refuse a transaction about it.
            leave(.ended(self, report: .declinedElsewhere), into: &effects)
        }
        return .accepted(id)
    }

    /// Holds, mutes or sends digits.
    mutating func askToChange(
        _ kind: TransactionKind, _ action: SystemAction, into effects: inout [PhoneCallEffect]
    ) -> UserOutcome {
        guard stage.isLive else { return .refused(.unknownCall) }
        guard report.isKnown, kind == .mute || stage == .connected else { return .refused(.notNow) }
        ask(kind, action, into: &effects)
        return .accepted(id)
    }

    /// Requests a transaction, unless the same one is under way.
    private mutating func ask(
        _ kind: TransactionKind, _ action: SystemAction, into effects: inout [PhoneCallEffect]
    ) {
        guard !requests.contains(TransactionKinds(kind)) else { return }
        requests.insert(TransactionKinds(kind))
        effects.append(.phone(.request(SystemRequestID(id, kind), [action])))
    }

    /// The system accepted or refused a transaction.
    mutating func requested(
        _ kind: TransactionKind, _ refusal: TransactionRefusal?, into effects: inout [PhoneCallEffect]
    ) {
        guard requests.contains(TransactionKinds(kind)) else { return }
        requests.remove(TransactionKinds(kind))
        guard refusal != nil else { return }
        switch kind {
        case .start:
            let wasWished = stage == .requested
            leave(.dialFailed, into: &effects)
            if wasWished { effects.append(.phone(.publish(.failed(id, .system)))) }
        case .end: leave(.ended(self, report: .remoteEnded), into: &effects)
        case .answer, .hold, .mute, .digits: effects.append(.phone(.publish(.failed(id, .system))))
        }
    }
}

/// The digits that can be sent as DTMF.
enum Digits {
    /// Returns the digits, or `nil` if there are none, too many, or others than `0…9 * # A…D`.
    static func checked(_ digits: Redacted<String>) -> Redacted<String>? {
        let text = digits.revealed
        guard !text.isEmpty, text.utf8.count <= PhoneLimits.digitsMax else { return nil }
        return text.utf8.allSatisfy(isDigit) ? digits : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "*"),
            UInt8(ascii: "#"):
            true
        default: false
        }
    }
}
