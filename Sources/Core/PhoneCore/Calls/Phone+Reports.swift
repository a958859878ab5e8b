/// Completions of reports.
extension Phone {
    mutating func reported(
        _ id: CallUUID, _ purpose: ReportPurpose, _ refusal: ReportRefusal?, into effects: inout [PhoneEffect]
    ) {
        if let refusal, refusal != .alreadyExists { effects.append(.log(.reportRefused(id, refusal))) }
        guard let call = books.calls[id] else {
            // It was waited for long enough, and buried: a call the system made all the same has nobody.
            if refusal == nil { effects.append(.report(.ended(id, .remoteEnded))) }
            return
        }
        guard case .over(let reason) = call.stage else {
            return change(id, into: &effects) { call, _ in call.reported(purpose, refusal) }
        }
        let after = books.calls.change(id) { call in
            call.report.completed()
            if refusal == nil || refusal == .alreadyExists { call.report.isKnown = reason != nil }
            // The system ended the call that was there, and then made another of the name.
            if reason == nil, refusal == nil, purpose == .again {
                call.stage = .over(.remoteEnded)
                call.report.isKnown = true
            }
            return call
        }
        guard let after, after.report.outstanding == 0 else { return }
        bury(after, tells: after.report.isKnown, into: &effects)
    }
}
