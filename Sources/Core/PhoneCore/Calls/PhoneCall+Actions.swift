import CallModel
import Redaction

extension PhoneCall {
    /// The system says that the person took the call. The action waits until media flows; the deadline of our own
    /// comes before the system's, so that it is we who say that it failed. Source: C41, C43, C60.
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

    /// The system gave an answer up: it must not be completed any more.
    mutating func answerTimedOut(_ action: SystemActionID) -> CallExit? {
        guard case .answering(let actions) = stage, actions.contains(action) else { return nil }
        stage = .answering(actions.filter { $0 != action })
        return .answerFailed
    }

    /// Gives up the answers that wait.
    mutating func failAnswers(into effects: inout [PhoneEffect]) {
        guard case .answering(let actions) = stage else { return }
        effects += actions.map { .complete($0, .failed) }
        stage = .answering([])
    }
}

extension PhoneLimits {
    /// How long an answer waits: our own time, or what the system grants less a margin if that is shorter.
    func answerWait(within timeLeft: Duration?) -> Duration {
        guard let timeLeft else { return answerWait }
        return min(answerWait, max(timeLeft - actionMargin, timeLeft / 2))
    }
}

extension PhoneCall {
    /// The system asks to hold or resume. Fulfilled at once: a system that waits ends the call (C44), and sound stops
    /// here before the peer knows.
    ///
    /// - Returns: whether it was resumed just now.
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

    /// Makes room for another call, without being asked by the system; the system is told.
    mutating func yield(into effects: inout [PhoneEffect]) {
        guard stage == .connected, !isHeld, let line else { return }
        isHeld = true
        effects.append(.line(.hold(line.id, true)))
        ask(.hold, .hold(id, true), into: &effects)
    }

    /// The line could not follow: the system is asked to show what is.
    mutating func correctHold(_ isOn: Bool, into effects: inout [PhoneEffect]) {
        guard stage == .connected, isHeld != isOn else { return }
        isHeld = isOn
        ask(.hold, .hold(id, isOn), into: &effects)
    }

    /// Asks the system, unless it is being asked that already.
    mutating func ask(_ verb: SystemVerb, _ action: SystemAction, into effects: inout [PhoneEffect]) {
        guard !requests.contains(VerbSet(verb)) else { return }
        requests.insert(VerbSet(verb))
        effects.append(.request(SystemRequestID(id, verb), [action]))
    }
}

extension PhoneCall {
    /// The system asks to mute or unmute, in the person's name or by itself; said twice it does nothing (C48).
    mutating func mute(_ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneEffect]) {
        if guardsUnmute, !isOn, isMuted {
            // The system unmutes an outgoing call when it connects. The person muted it: the system is told again.
            endUnmuteGuard(into: &effects)
            effects.append(.complete(action, .fulfilled))
            ask(.mute, .mute(id, true), into: &effects)
            return
        }
        setMuted(isOn, into: &effects)
        effects.append(.complete(action, .fulfilled))
    }

    /// Mutes or unmutes the line. Hold is another matter: the microphone is open when neither closes it.
    mutating func setMuted(_ isOn: Bool, into effects: inout [PhoneEffect]) {
        guard isMuted != isOn, stage.isLive else { return }
        isMuted = isOn
        if let line { effects.append(.line(.mute(line.id, isOn))) }
    }

    /// From now on an unmute is the person's.
    mutating func endUnmuteGuard(into effects: inout [PhoneEffect]) {
        guard guardsUnmute else { return }
        guardsUnmute = false
        effects.append(.stopTimer(.unmuteGuard(id)))
    }
}

extension PhoneCall {
    /// The system asks to send digits; they are felt as they leave.
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

/// What can be sent as DTMF.
enum Digits {
    /// The digits, or `nil` if there are none, too many, or others than `0…9 * # A…D`.
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
