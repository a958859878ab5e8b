/// Taking a call.
extension Phone {
    mutating func answer(
        _ call: PhoneCall, _ action: SystemActionID, _ timeLeft: Duration?, into effects: inout [PhoneEffect]
    ) {
        books.calls.change(call.id) { [limits] in
            $0.answer(action, timeLeft: timeLeft, limits: limits, into: &effects)
        }
        guard call.stage == .ringing else { return }
        removeAlert(of: call.session, call.round, into: &effects)
        if call.line == nil { fetchCredentials(for: call, into: &effects) }
    }
}
