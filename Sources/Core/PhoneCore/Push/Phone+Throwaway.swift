import CallModel

/// Reports that are made because every push must lead to one, of calls that are ended at once.
extension Phone {
    /// Reports a call under a name of its own, and ends it when the report has come to completion.
    mutating func throwAway(
        _ push: VoIPPush, _ cause: ThrowawayCause, _ reason: SystemEndReason, display: CallDisplay = .unknown,
        into effects: inout [PhoneEffect]
    ) {
        if push.mustReport {
            var call = PhoneCall(
                id: push.spare, direction: .inbound, display: display, stage: .over(reason))
            call.makeReport(.throwaway, into: &effects)
            effects.append(.startTimer(.report(call.id), after: limits.reportWait))
            books.calls.add(call)
        }
        effects.append(.log(.thrownAway(push.spare, cause)))
    }

    /// Reports a call under its name and ends it: what it announces is not rung for.
    mutating func refuse(
        _ call: inout PhoneCall, _ push: VoIPPush, _ cause: ThrowawayCause, _ exit: CallExit,
        into effects: inout [PhoneEffect]
    ) {
        if push.mustReport { call.makeReport(.throwaway, into: &effects) }
        effects.append(.log(.thrownAway(call.id, cause)))
        takeUp(CallNaming(call), into: &effects)
        books.calls.add(call)
        finish(call.id, exit, into: &effects)
    }
}
