import CallModel
import Redaction

extension PhoneCall {
    /// The person answered through the system. The action waits until media flows. Our deadline is earlier than the
    /// system's, so that the phone reports the failure itself. Source: C41, C43, C60.
    mutating func answer(
        _ action: SystemActionID, timeLeft: Duration?, limits: PhoneLimits, into effects: inout [PhoneEffect]
    ) {
        switch stage {
        case .ringing:
            stage = .answering([action])
            effects.append(.stopTimer(.ring(id)))
            effects.append(.audio(.configure))
            effects.append(.startTimer(.answer(id), after: limits.answerWait(within: timeLeft)))
            if let line { effects.append(.line(.answer(line.id))) }
        case .answering(let actions) where actions.count < PhoneLimits.answerActionsMax:
            stage = .answering(actions + [action])
        case .connected where direction == .inbound:
            effects.append(.complete(action, .fulfilled))
        case .answering, .connected, .requested, .abandoned, .started, .dialing, .over:
            effects.append(.complete(action, .failed))
        }
    }

    /// The system timed out an answer action. It must not be completed any more.
    mutating func answerTimedOut(_ action: SystemActionID) -> CallExit? {
        guard case .answering(let actions) = stage, actions.contains(action) else { return nil }
        stage = .answering(actions.filter { $0 != action })
        return .answerFailed
    }

    /// Fails the waiting answer actions.
    mutating func failAnswers(into effects: inout [PhoneEffect]) {
        guard case .answering(let actions) = stage else { return }
        effects += actions.map { .complete($0, .failed) }
        stage = .answering([])
    }
}

extension PhoneLimits {
    /// How long an answer waits: our limit, or the system's time less a margin if that is shorter.
    func answerWait(within timeLeft: Duration?) -> Duration {
        guard let timeLeft else { return answerWait }
        return min(answerWait, max(timeLeft - actionMargin, timeLeft / 2))
    }
}

extension PhoneCall {
    /// The system asks to hold or resume. The action is fulfilled at once, because the system ends a call that delays
    /// it (C44), and audio stops here before the peer knows.
    ///
    /// - Returns: whether the call was resumed just now.
    mutating func hold(_ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneEffect]) -> Bool {
        guard stage == .connected, let line else {
            effects.append(.complete(action, .failed))
            return false
        }
        let isNew = isHeld != isOn
        isHeld = isOn
        if isNew { effects.append(.line(.hold(line.id, isOn))) }
        effects.append(.complete(action, .fulfilled))
        return isNew && !isOn
    }

    /// Holds this call for the sake of another one, without a request of the system, and tells the system.
    mutating func yield(into effects: inout [PhoneEffect]) {
        guard stage == .connected, !isHeld, let line else { return }
        isHeld = true
        effects.append(.line(.hold(line.id, true)))
        ask(.hold, .hold(id, true), into: &effects)
    }

    /// The line could not hold or resume. The system is asked to show the real state.
    mutating func correctHold(_ isOn: Bool, into effects: inout [PhoneEffect]) {
        guard stage == .connected, isHeld != isOn else { return }
        isHeld = isOn
        ask(.hold, .hold(id, isOn), into: &effects)
    }

    /// Requests a transaction, unless the same one is under way.
    mutating func ask(_ verb: TransactionKind, _ action: SystemAction, into effects: inout [PhoneEffect]) {
        guard !requests.contains(TransactionKinds(verb)) else { return }
        requests.insert(TransactionKinds(verb))
        effects.append(.request(SystemRequestID(id, verb), [action]))
    }
}

extension PhoneCall {
    /// The system asks to mute or unmute, in the person's name or by itself. Repetition does nothing (C48).
    mutating func mute(_ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneEffect]) {
        if guardsUnmute, !isOn, isMuted {
            // The system unmutes an outgoing call when it connects. The person has muted it, so the system is told
            // again.
            endUnmuteGuard(into: &effects)
            effects.append(.complete(action, .fulfilled))
            ask(.mute, .mute(id, true), into: &effects)
            return
        }
        setMuted(isOn, into: &effects)
        effects.append(.complete(action, .fulfilled))
    }

    /// Mutes or unmutes the line. Hold is independent: the microphone is open if neither closes it.
    mutating func setMuted(_ isOn: Bool, into effects: inout [PhoneEffect]) {
        guard isMuted != isOn, stage.isLive else { return }
        isMuted = isOn
        if let line { effects.append(.line(.mute(line.id, isOn))) }
    }

    /// Ends the time in which an unmute counts as the system's own.
    mutating func endUnmuteGuard(into effects: inout [PhoneEffect]) {
        guard guardsUnmute else { return }
        guardsUnmute = false
        effects.append(.stopTimer(.unmuteGuard(id)))
    }
}

extension PhoneCall {
    /// The system asks to send digits. Each order comes with a haptic tap.
    func sendDigits(_ digits: Redacted<String>, _ action: SystemActionID, into effects: inout [PhoneEffect]) {
        guard stage == .connected, !isHeld, let line, let digits = Digits.checked(digits) else {
            effects.append(.complete(action, .failed))
            return
        }
        effects.append(.line(.digits(line.id, digits)))
        effects.append(.audio(.haptic))
        effects.append(.complete(action, .fulfilled))
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
