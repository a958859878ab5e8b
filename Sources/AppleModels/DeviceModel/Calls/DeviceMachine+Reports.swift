/// Calls an app reports.
extension DeviceMachine {
    /// How long the daemon takes to answer a report. Assumed: some tens of milliseconds (C23).
    static let reportCompletionDelay: Duration = .milliseconds(30)

    /// A new incoming call. Refused or not, the push under way has been answered by it.
    mutating func report(_ report: IncomingReport, into effects: inout [DeviceEffect]) {
        let push = pushes.delivery?.id
        noteReport(into: &effects)
        if !report.isOnDeliveryQueue { effects.append(.observe(.hazard(.reportOffQueue))) }
        let refusal = refusal(of: report)
        calls.reports.append(PendingReport(id: report.id, call: report.call, refusal: refusal, push: push))
        effects.append(.startTimer(.reportCompletion(report.id), after: Self.reportCompletionDelay))
        if refusal == nil { ring(report, into: &effects) }
    }

    private func refusal(of report: IncomingReport) -> IncomingRefusal? {
        guard calls.provider != nil else { return .unknown }
        guard manifest.hasVoIPBackgroundMode else { return .missingBackgroundMode }
        guard manifest.isEntitled else { return .unentitled }
        guard calls[report.call] == nil else { return .callIDExists }
        if let handle = report.update.handle, calls.blocked.contains(handle) { return .blocked }
        if let refusal = filterRefusal(of: report.update.handle) { return refusal }
        return policy.calls.refusesIncomingBeyondGroups && calls.hasAllGroups ? .unknown : nil
    }

    private func filterRefusal(of handle: HandleID?) -> IncomingRefusal? {
        switch calls.filter {
        case nil: nil
        case .doNotDisturb: handle.map(calls.allowed.contains) == true ? nil : .doNotDisturb
        case .restrictedSharing: .restrictedSharing
        case .protection: .protected
        case .sensitiveParticipants: .sensitiveParticipants
        }
    }

    private mutating func ring(_ report: IncomingReport, into effects: inout [DeviceEffect]) {
        var call = SystemCall(
            id: report.call, owner: .app, isOutgoing: false, phase: .ringing, group: calls.freeGroup,
            update: report.update)
        if calls.endedLately.contains(report.call), policy.calls.endedUUIDBreaksNextCall {
            effects.append(.observe(.hazard(.reusedCallID)))
            call.screen = .broken
        }
        calls.list.append(call)
        effects.append(.startTimer(.ringLimit(call.id), after: policy.calls.ringLimit))
        let name = calls.name(of: call.update)
        effects.append(
            .observe(.call(call.screen == .usable ? .rings(call.id, name) : .ringsWithoutScreen(call.id))))
        showToObserver(call.id, into: &effects)
    }

    /// The daemon answers a report.
    mutating func complete(_ id: ReportID, into effects: inout [DeviceEffect]) {
        guard let index = calls.reports.firstIndex(where: { $0.id == id }) else { return }
        let report = calls.reports.remove(at: index)
        let queue: CompletionQueue = calls.provider?.hasQueue == true ? .delegateQueue : .privateSerial
        call(.calls(.reportCompleted(id, report.refusal, on: queue)), into: &effects)
    }

    /// A push's completion handler ran. It decides nothing, and on old systems hid a call not yet shown.
    mutating func noteCompletion(of push: PushID, into effects: inout [DeviceEffect]) {
        guard let report = calls.reports.first(where: { $0.push == push }) else { return }
        effects.append(.observe(.hazard(.earlyPushCompletion)))
        guard policy.push.earlyCompletionHidesCall, report.refusal == nil, calls[report.call]?.screen == .usable
        else { return }
        calls.change(report.call) { $0.screen = .hidden }
        effects.append(.observe(.call(.ringsWithoutScreen(report.call))))
    }

    /// Opening the app brings hidden calls to light.
    mutating func showHiddenCalls(into effects: inout [DeviceEffect]) {
        for call in calls.own where call.screen == .hidden {
            calls.change(call.id) { $0.screen = .usable }
            effects.append(.observe(.call(.rings(call.id, calls.name(of: call.update)))))
        }
    }

    mutating func update(_ id: SystemCallID, _ update: CallUpdate, into effects: inout [DeviceEffect]) {
        guard let call = calls[id], call.owner == .app else { return }
        calls.change(id) { $0.update.merge(update) }
        guard let merged = calls[id], calls.name(of: merged.update) != calls.name(of: call.update) else { return }
        effects.append(.observe(.call(.named(id, calls.name(of: merged.update)))))
    }

    mutating func reportEnd(of id: SystemCallID, _ reason: CallEndedReason, into effects: inout [DeviceEffect]) {
        guard let call = calls[id], call.owner == .app else { return }
        let isReporting = calls.reports.contains { $0.call == id && $0.refusal == nil }
        guard !isReporting || !policy.calls.losesEndBeforeReportCompletes else { return }
        finish(id, .reported(reason), into: &effects)
    }

    mutating func connectOutgoing(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls[id]?.phase == .dialing else { return }
        calls.change(id) { $0.phase = .connected }
        effects.append(.observe(.call(.connected(id))))
        showToObserver(id, into: &effects)
        guard policy.actions.unmutesWhenConnected else { return }
        perform([RequestedAction(.setMuted(false), id)], from: .system, into: &effects)
    }
}
