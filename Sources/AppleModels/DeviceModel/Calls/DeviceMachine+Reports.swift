/// Handles the app's reports of calls.
extension DeviceMachine {
    /// How long the daemon takes to answer a report. Some tens of milliseconds are assumed (C23).
    static let reportCompletionDelay: Duration = .milliseconds(30)

    /// Handles the report of a new incoming call. It satisfies the push that is being delivered, even if it is refused.
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

    /// Notes that a push's completion handler was called. No check depends on it, but on old systems it hid a call that
    /// was not shown yet.
    mutating func noteCompletion(of push: VoIPPushID, into effects: inout [DeviceEffect]) {
        guard let report = calls.reports.first(where: { $0.push == push }) else { return }
        effects.append(.observe(.hazard(.earlyPushCompletion)))
        guard policy.push.earlyCompletionHidesCall, report.refusal == nil, calls[report.call]?.screen == .usable
        else { return }
        calls.change(report.call) { $0.screen = .hidden }
        effects.append(.observe(.call(.ringsWithoutScreen(report.call))))
    }

    /// Shows the hidden calls, as the app was opened.
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

/// A report of a new incoming call.
public struct IncomingReport: Hashable, Sendable {
    /// The app's name for this report.
    public var id: ReportID
    /// The provider the call is reported on.
    public var provider: ProviderID
    /// The call.
    public var call: SystemCallID
    /// The call's initial properties.
    public var update: CallUpdate
    /// Whether the report is made on the queue that delivers the push. True also if no push is being delivered.
    public var isOnDeliveryQueue: Bool

    /// Makes a report.
    public init(
        id: ReportID, provider: ProviderID = ProviderID(0), call: SystemCallID, update: CallUpdate = CallUpdate(),
        isOnDeliveryQueue: Bool = true
    ) {
        self.id = id
        self.provider = provider
        self.call = call
        self.update = update
        self.isOnDeliveryQueue = isOnDeliveryQueue
    }
}

/// The reason why a report of an incoming call fails.
public enum IncomingRefusal: Error, Hashable, Sendable, CaseIterable {
    case unknown, unentitled, callIDExists, doNotDisturb, blocked, restrictedSharing, protected, sensitiveParticipants
    /// The background modes lack `voip`; a code of `CXError`.
    case missingBackgroundMode

    /// The code of `CXErrorCodeIncomingCallError`, or of `CXError` for the last case.
    public var code: Int {
        switch self {
        case .unknown: 0
        case .unentitled: 1
        case .callIDExists: 2
        case .doNotDisturb: 3
        case .blocked: 4
        case .restrictedSharing: 5
        case .protected: 6
        case .sensitiveParticipants: 7
        case .missingBackgroundMode: 3
        }
    }
}

/// A report of an incoming call that the daemon has not answered yet.
public struct PendingReport: Hashable, Sendable {
    /// The identifier with which the report is answered.
    public let id: ReportID
    /// The call that was reported.
    public let call: SystemCallID
    /// The reason why the call is refused; nil if it is accepted.
    public let refusal: IncomingRefusal?
    /// The push that was being delivered when the report was made, if any.
    public let push: VoIPPushID?
}

/// The app's own number for one report of a call, returned when the report completes.
public struct ReportID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The queue on which a completion is called.
public enum CompletionQueue: Hashable, Sendable {
    /// The queue given with the delegate.
    case delegateQueue
    /// A serial queue of the framework, which is not the main queue.
    case privateSerial
}
