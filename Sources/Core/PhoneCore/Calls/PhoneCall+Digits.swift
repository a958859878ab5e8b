import Redaction

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
