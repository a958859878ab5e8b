import DeviceModel
import Explorer

/// Everything that can happen to a device in a small world, with an app that does anything it may.
struct DeviceScopeModel: Model {
    let scope: DeviceScope

    var initialStates: [DeviceState] { [DeviceState(scope)] }

    func actions(in state: DeviceState) -> [DeviceAction] {
        var actions: [DeviceAction] = []
        if state.pushesCome < scope.pushes { actions.append(.push(state.pushesCome + 1)) }
        actions += state.timers.map(DeviceAction.fires)
        actions += lifeActions(state)
        actions += personActions(state)
        actions += telephoneActions(state)
        actions += appActions(state)
        return actions
    }

    func step(_ state: DeviceState, _ action: DeviceAction) -> DeviceState? {
        var next = state
        switch action {
        case .push(let number):
            next.pushesCome = number
            next.handle(.world(.push(.arrives(PushArrival(id: VoIPPushID(number))))))
        case .world(let event):
            if case .cellular(.rings) = event { next.telephoneCame = true }
            next.handle(.world(event))
        case .dials:
            next.dialsLeft -= 1
            let start = RequestedAction(.start(HandleID(1)), SystemCallID(UInt64(9 - next.dialsLeft)))
            next.app(.calls(.request(TransactionRequestID(0), [start])))
        case .kill(let event):
            next.deathsLeft -= 1
            next.handle(.world(.life(event)))
        case .reset:
            next.resetsLeft -= 1
            next.handle(.world(.callServices(.restarts)))
        case .fires(let timer):
            next.timers.removeAll { $0 == timer }
            next.handle(.timerFired(timer))
        case .finishesLaunch: launch(&next)
        case .app(let event): next.app(event)
        }
        return next == state ? nil : next
    }

    private func launch(_ state: inout DeviceState) {
        state.app(.push(.createRegistry))
        state.app(.push(.setDelegate(.withMetadata)))
        state.app(.push(.setDesiresVoIP(true)))
        state.app(.calls(.createProvider(ProviderID(0), CallConfiguration())))
        state.app(.calls(.setDelegate(ProviderID(0), hasQueue: false)))
        state.app(.process(.launchFinished))
    }

    private func lifeActions(_ state: DeviceState) -> [DeviceAction] {
        var actions: [DeviceAction] = []
        if case .launching = state.device.process.life { actions.append(.finishesLaunch) }
        if scope.hasScreen {
            actions += [
                .world(.life(.openApp)), .world(.life(.leaveApp)), .world(.lock(.lock)), .world(.lock(.unlock)),
            ]
        }
        if state.deathsLeft > 0, state.device.process.life != .notRunning {
            actions += [.kill(.crash), .kill(.forceQuit)]
        }
        if state.resetsLeft > 0, state.device.calls.hasOwnCalls { actions.append(.reset) }
        return actions
    }

    private func personActions(_ state: DeviceState) -> [DeviceAction] {
        state.device.calls.own.flatMap { call -> [DeviceAction] in
            var taps: [UserAction] = []
            if call.phase == .ringing {
                taps = [.answer(call.id), .decline(call.id), .endAndAccept(call.id), .holdAndAccept(call.id)]
            } else {
                taps.append(.end(call.id))
            }
            if scope.hasHold { taps.append(.setHeld(call.id, !call.isHeld)) }
            if scope.hasMute { taps.append(.setMuted(call.id, !call.isMuted)) }
            return taps.map { .world(.person($0)) }
        }
    }

    private func telephoneActions(_ state: DeviceState) -> [DeviceAction] {
        guard scope.hasTelephone else { return [] }
        let id = SystemCallID(90)
        guard let call = state.device.calls[id] else {
            return state.telephoneCame ? [] : [.world(.cellular(.rings(id)))]
        }
        let ends = [true, false].map { DeviceAction.world(.cellular(.ends(id, byRemote: $0))) }
        return call.phase == .ringing
            ? ends + [.world(.cellular(.answered(id, endingOthers: false)))] : ends
    }
}

/// What the app does.
extension DeviceScopeModel {
    private func appActions(_ state: DeviceState) -> [DeviceAction] {
        guard state.device.process.runs else { return [] }
        var actions = deliveryActions(state)
        for pending in state.device.calls.actions where pending.isDelivered {
            guard !pending.isExpired || scope.app == .careless else { continue }
            actions.append(.app(.calls(.fulfill(pending.action.id))))
            if scope.hasFailures { actions.append(.app(.calls(.fail(pending.action.id)))) }
        }
        for call in state.device.calls.own where state.device.calls.provider != nil {
            actions.append(.app(.calls(.reportEnded(call.id, .remoteEnded))))
            if call.phase == .dialing { actions.append(.app(.calls(.reportOutgoingConnected(call.id)))) }
        }
        if state.dialsLeft > 0, state.device.calls.provider != nil { actions.append(.dials) }
        return actions
    }

    private func deliveryActions(_ state: DeviceState) -> [DeviceAction] {
        guard let delivery = state.device.pushes.delivery else { return [] }
        var actions: [DeviceAction] = []
        if !delivery.didReport {
            let number = scope.lastPushRepeats && delivery.id.value == scope.pushes ? 1 : delivery.id.value
            let report = IncomingReport(id: ReportID(delivery.id.value), call: SystemCallID(UInt64(number)))
            actions.append(.app(.calls(.reportIncoming(report))))
        }
        if delivery.didReport || delivery.mustReport == false || scope.app == .careless {
            actions.append(.app(.push(.delegateReturned(delivery.id))))
        }
        return actions
    }
}
