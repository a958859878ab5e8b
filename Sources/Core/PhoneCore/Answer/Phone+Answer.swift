/// Taking a call.
extension Phone {
    mutating func answer(
        _ call: PhoneCall, _ action: SystemActionID, _ timeLeft: Duration?, into effects: inout [PhoneEffect]
    ) {
        books.calls.change(call.id) { [limits] in
            $0.answer(action, timeLeft: timeLeft, limits: limits, into: &effects)
        }
        if call.stage == .ringing, call.line == nil { fetchCredentials(for: call, into: &effects) }
    }
}
