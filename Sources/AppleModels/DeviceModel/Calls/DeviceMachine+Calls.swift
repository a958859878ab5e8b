/// What an app tells CallKit.
extension DeviceMachine {
    /// `CXCallObserver.calls`: everybody's calls.
    public var observedCalls: [ObservedCall] { calls.list.map { $0.observed() } }

    mutating func handle(_ request: CallRequest, into effects: inout [DeviceEffect]) {
        switch request {
        case .createProvider(let id, let configuration): createProvider(id, configuration, into: &effects)
        case .setDelegate(let id, let hasQueue): setDelegate(of: id, hasQueue: hasQueue, into: &effects)
        case .loseDelegate(let id):
            if calls.provider?.id == id { calls.provider?.hasDelegate = false }
        case .setConfiguration(let id, let configuration): configure(id, configuration)
        case .invalidate(let id): invalidate(id, into: &effects)
        case .observeCalls(let isObserved): calls.isObserved = isObserved
        case .reportIncoming(let report): self.report(report, into: &effects)
        case .reportUpdated(let id, let update): self.update(id, update, into: &effects)
        case .reportEnded(let id, let reason): reportEnd(of: id, reason, into: &effects)
        case .reportOutgoingStartedConnecting(let id):
            if calls[id]?.phase == .dialing { effects.append(.observe(.call(.connecting(id)))) }
        case .reportOutgoingConnected(let id): connectOutgoing(id, into: &effects)
        case .fulfill(let action): complete(action, fulfilled: true, into: &effects)
        case .fail(let action), .cannotPerform(let action): complete(action, fulfilled: false, into: &effects)
        case .timeOutHandled(let action): calls.release(action)
        case .request(let id, let actions): self.request(id, actions, into: &effects)
        }
    }

    /// Tells the app's call observer, if there is one.
    func showToObserver(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls.isObserved, let observed = calls[id]?.observed() else { return }
        call(.calls(.callChanged(observed)), into: &effects)
    }
}
