internal import DeviceModel
package import DeviceRuntime
package import Foundation
internal import PushPayload

/// Carries out the steps of a scenario.
extension ScenarioWorld {
    func perform(_ action: ScenarioAction) async {
        transcript.record(action.author, isPush: action.isPush, action.words(scenario))
        switch action {
        case .exchange(let action): await perform(action)
        case .network(let action): await perform(action)
        case .person(let action): await perform(action)
        case .fate(let action): await perform(action)
        }
        exchange.lookAround()
        await device.settle()
    }

    private func perform(_ action: ExchangeStep) async {
        switch action {
        case .push(let name, let age):
            if let call = exchange.call(name) { await push(call.push(sentAt: sendingTime(age)), age) }
        case .vendorPush(let name, let age):
            if let call = exchange.call(name) { await push(call.vendorPush(), age) }
        case .endPush(let name, let reason, let byVendor):
            guard let call = exchange.call(name) else { return }
            await push(call.endPush(reason, byVendor: byVendor), .zero)
        case .rawPush(let text): await push(Data(text.utf8), .zero)
        case .call, .callerHangsUp, .answeredElsewhere, .declinedElsewhere, .peerAnswers, .peerRefuses, .peerHolds,
            .peerResumes, .refusesCredentials:
            exchange.perform(action)
        }
    }

    private func push(_ bytes: Data, _ age: Duration) async {
        await device.push(json: bytes, age: age)
    }

    /// The sending time by the exchange's clock, which agrees with the phone's.
    private func sendingTime(_ age: Duration) -> WallTime {
        let milliseconds = device.kernel.date(at: device.now).timeIntervalSince1970 * 1_000
        return WallTime(milliseconds: Int64(milliseconds)).advanced(by: .zero - age)
    }

    private func perform(_ action: NetworkStep) async {
        switch action {
        case .connectionLost: exchange.setNetwork(cut: true)
        case .connectionSilent: exchange.setNetwork(silent: true)
        case .connectionBack: exchange.setNetwork(cut: false, silent: false)
        case .connectionBreaks: exchange.breakConnections()
        case .path(let way):
            let path: DevicePath =
                switch way {
                case .wifi(let network): .wifi(network: network)
                case .cellular: .cellular()
                case .none: .none
                }
            exchange.setNetwork(hasPath: way != .none)
            if let before = network, way != .none, way != before { exchange.changeNetwork() }
            network = way
            await device.network(path)
        }
    }

    private func perform(_ action: SystemStep) async {
        switch action {
        case .crash: await device.kill(.crash)
        case .memoryReclaimed: await device.kill(.reclaimMemory)
        case .cellularRings: cellular.append(await device.cellularCall())
        case .cellularAnswered(let endingOthers):
            if let call = cellular.last { await device.answerCellular(call, endingOthers: endingOthers) }
        case .cellularEnds(let byRemote):
            if let call = cellular.last { await device.endCellular(call, byRemote: byRemote) }
        case .callServicesRestart: await device.restartCallServices()
        case .mediaServicesReset: await device.world(.audio(.mediaServicesReset))
        case .audioSessionForgotten: await device.world(.audio(.callSessionForgotten))
        case .interruption(let begins): await device.interruptAudio(begins ? .began : .ended(shouldResume: true))
        case .route(let route): await device.route(route)
        case .doNotDisturb(let isOn): await device.filterCalls(isOn ? .doNotDisturb : nil)
        case .block(let name): if let call = scenario.call(name) { await device.block(call.number) }
        case .contact(let name): if let call = scenario.call(name) { await device.addContact(call.number) }
        case .launchBlocked(let duration): blockNextLaunch(for: duration)
        case .tokenChanges: await device.changeToken()
        case .tokenDies: await device.invalidateToken()
        case .microphone(let permission): await device.setMicrophone(permission)
        case .systemMutes(let name, let isOn):
            guard let call = onScreen(name, { _ in true }) else { return missButton() }
            await device.world(.callServices(.mutes(SystemCallID(call.id), isOn)))
        case .systemGivesUp(let name):
            guard let call = onScreen(name, { _ in true }) else { return missButton() }
            await device.world(.callServices(.givesUp(SystemCallID(call.id))))
        }
    }
}

/// Carries out the user's actions.
extension ScenarioWorld {
    func perform(_ action: PersonStep) async {
        switch action {
        case .tap(let tap, let name, let inApp, let times):
            for _ in 0..<times { inApp ? tapInApp(tap, name) : await self.tap(tap, name) }
        case .dial(let name):
            guard let call = scenario.call(name) else { return }
            requestAction(.dial(number: call.number, name: call.name, organization: call.organization))
        case .speaker(let isOn): requestAction(.speaker(isOn))
        case .signIn(let organization):
            exchange.acceptCredentials(of: organization)
            if device.asApp({ phone.signIn([organization]) }) == nil { missButton() }
        case .openApp: await device.openApp()
        case .leaveApp: await device.leaveApp()
        case .quitApp: await device.forceQuit()
        case .lock: await device.lock()
        case .unlock: await device.unlock()
        case .restartPhone: await device.reboot()
        case .reinstall: await device.reinstall()
        case .callBack(let name): if let call = scenario.call(name) { await device.callBack(call.number) }
        case .tapNotification(let words):
            let found = device.notifications.first { "\($0.title): \($0.body)".contains(words) }
            if let found { await device.tapNotification(found.id) } else { missButton() }
        }
    }

    func missButton() { transcript.record(.person, "there is no such button") }

    /// The call of this name on the system's screen; of several, the latest.
    func onScreen(_ name: ScenarioCallName, _ fits: (CallOnScreen) -> Bool) -> CallOnScreen? {
        guard let call = scenario.call(name) else { return nil }
        return screen.last { call.isShown(as: $0.name) && fits($0) }
    }

    /// Taps a button on the system's screen. With two taps in succession, both are under way before the app handles the
    /// first.
    private func tap(_ tap: CallTap, _ name: ScenarioCallName) async {
        guard let call = onScreen(name, tap.isThere) else { return missButton() }
        await device.perform(tap, on: call.id)
    }

    private func tapInApp(_ tap: CallTap, _ name: ScenarioCallName) {
        guard let call = scenario.call(name) else { return }
        // The app's own screen may still show a call that is gone from the system's.
        let stale = rings.last { call.isShown(as: $0.name) }?.id.uuid
        guard let id = onScreen(name, { _ in true })?.id ?? stale else { return missButton() }
        requestAction(.tap(tap, id))
    }

    private func requestAction(_ action: AppUserAction) {
        let isThere: Void? = device.asApp {
            phone.perform(action) { [transcript] in transcript.record(.app, $0) }
        }
        if isThere == nil { missButton() }
    }
}

extension ScenarioCall {
    /// Whether a text on a screen names this call.
    func isShown(as text: String) -> Bool { text == name || text == number || text == "contact of \(number)" }
}

extension ModelDevice {
    /// Taps a button of a call on the system's screen.
    package func perform(_ tap: CallTap, on call: UUID) async {
        switch tap {
        case .answer: await answer(call)
        case .decline: await decline(call)
        case .end: await endCall(call)
        case .hold: await hold(call)
        case .resume: await resume(call)
        case .mute: await mute(true, call)
        case .unmute: await mute(false, call)
        case .digits(let digits): await type(digits: digits, call)
        case .endAndAnswer: await endAndAccept(call)
        case .holdAndAnswer: await holdAndAccept(call)
        }
    }
}

extension CallTap {
    /// Whether the system's screen shows this button for a call.
    package func isThere(_ call: CallOnScreen) -> Bool {
        switch self {
        case .answer, .decline, .endAndAnswer, .holdAndAnswer: call.stage == .ringing
        case .end: call.stage != .ringing && call.stage != .ringingWithoutScreen
        case .hold, .mute: call.stage == .connected || self == .mute
        case .resume: call.isHeld
        case .unmute: call.isMuted
        case .digits: call.stage == .connected
        }
    }
}
