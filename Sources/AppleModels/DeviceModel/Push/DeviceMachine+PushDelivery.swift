/// Delivers pushes to the app and checks that the app reports a call for each.
extension DeviceMachine {
    /// `PKPushRegistry.pushToken(for:)`.
    public var pushToken: PushTokenID? { pushes.registry == .none ? nil : pushes.token }

    mutating func handle(_ request: PushRequest, into effects: inout [DeviceEffect]) {
        switch request {
        case .createRegistry:
            pushes.registry = .made(delegate: nil, desiresVoIP: false)
        case .setDelegate(let methods): pushes.setDelegate(methods)
        case .setDesiresVoIP(let desiresVoIP):
            pushes.setDesiresVoIP(desiresVoIP)
            guard pushes.receiver != nil, let token = pushes.token else { return }
            call(.push(.token(token)), into: &effects)
        case .delegateReturned(let push): examineReturn(of: push, into: &effects)
        case .completionCalled(let push): noteCompletion(of: push, into: &effects)
        }
    }

    /// Delivers the next push, if the app can take it and the previous delivery is finished.
    mutating func deliverPush(into effects: inout [DeviceEffect]) {
        guard pushes.delivery == nil, process.hasLaunched, let methods = pushes.receiver,
            let push = pushes.waiting.first
        else { return }
        pushes.waiting.removeFirst()
        let mustReport = mustReport(push, to: methods)
        pushes.delivery = PushDelivery(id: push.id, mustReport: mustReport)
        switch methods {
        case .classic, .withMetadata: call(.push(.incoming(push.id, mustReport: mustReport)), into: &effects)
        case .none: examineReturn(of: push.id, into: &effects)
        }
    }

    /// The value of `mustReport` in a push's metadata; nil for a delegate or a system without metadata.
    private func mustReport(_ push: PushArrival, to methods: PushDelegateMethods) -> Bool? {
        guard methods == .withMetadata, let criteria = policy.push.metadata else { return nil }
        let isExcused =
            criteria.excusesForeground && process.life == .foreground
            || criteria.excusesDuringCall && calls.hasOwnCalls
            || criteria.excusesLate && push.age >= policy.push.lateDelay
        return !isExcused
    }

    /// Whether the app need not report a call for this push.
    func isExcused(_ delivery: PushDelivery) -> Bool {
        if let mustReport = delivery.mustReport { return !mustReport }
        return isExemptNow
    }

    /// Whether a system without metadata accepts a push without a report at this moment.
    private var isExemptNow: Bool {
        policy.push.exemptsForeground && process.life == .foreground
            || policy.push.exemptsDuringCall && calls.hasOwnCalls
    }

    /// Notes that the app reported a call, which satisfies the push being delivered even if the report is refused.
    mutating func noteReport(into effects: inout [DeviceEffect]) {
        guard let push = pushes.delivery?.id else { return }
        pushes.delivery?.didReport = true
        effects.append(.stopTimer(.pushCheck(push)))
    }

    /// Makes the first check, at the moment the delegate method returns. There is no tolerance.
    private mutating func examineReturn(of push: VoIPPushID, into effects: inout [DeviceEffect]) {
        guard let delivery = pushes.delivery, delivery.id == push else { return }
        guard delivery.didReport || isExcused(delivery) else {
            countViolation(into: &effects)
            return terminate(.pushNotReported, into: &effects)
        }
        if !delivery.didReport { effects.append(.stopTimer(.pushCheck(push))) }
        pushes.delivery = nil
    }

    /// Makes the daemon's check, which catches an app that made no registry or that blocks.
    mutating func checkReport(of push: VoIPPushID, into effects: inout [DeviceEffect]) {
        if let delivery = pushes.delivery, delivery.id == push {
            guard !delivery.didReport, !isExcused(delivery) else { return }
        } else {
            guard pushes.waiting.contains(where: { $0.id == push }), !isExemptNow else { return }
        }
        countViolation(into: &effects)
        terminate(.pushNotReportedInTime, into: &effects)
    }

    private var showsAlerts: Bool { policy.push.showsDiagnosticAlerts && manifest.build != .appStore }

    mutating func countViolation(into effects: inout [DeviceEffect]) {
        pushes.violations = min(pushes.violations + 1, policy.push.violationsMax)
        effects.append(.observe(.pushViolation(count: pushes.violations)))
        if showsAlerts { effects.append(.observe(.diagnosticAlert(.missingReport))) }
        guard pushes.violations >= policy.push.violationsMax, !pushes.isRevoked else { return }
        pushes.isRevoked = true
        effects.append(.observe(.pushesRevoked))
        if showsAlerts { effects.append(.observe(.diagnosticAlert(.deliveryStopped))) }
    }
}

/// A call by the app into PushKit.
public enum PushRequest: Hashable, Sendable {
    /// The app makes a registry.
    case createRegistry
    /// The app sets the registry's delegate, described by its optional methods; nil removes the delegate.
    case setDelegate(PushDelegateMethods?)
    /// The app sets the desired push types. Only whether VoIP is among them affects the model.
    case setDesiresVoIP(Bool)
    /// The delegate method for a push has returned. For an async method this comes at its first suspension.
    case delegateReturned(VoIPPushID)
    /// The app called the completion handler of a push.
    case completionCalled(VoIPPushID)
}

/// A call by PushKit into the app.
public enum PushCallback: Hashable, Sendable {
    /// `didUpdate`.
    case token(PushTokenID)
    /// `didInvalidatePushTokenFor`.
    case tokenInvalidated
    /// `didReceiveIncomingPushWith`, or the method of 26.4 if `mustReport` is given.
    ///
    /// Must be followed by ``PushRequest/delegateReturned(_:)``, at once when the method returns.
    case incoming(VoIPPushID, mustReport: Bool?)
}

/// An alert shown to developers and testers.
public enum DiagnosticAlert: Hashable, Sendable {
    /// The app reported no call for a push.
    case missingReport
    /// The system no longer delivers pushes.
    case deliveryStopped
}
