internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// What the person does.
extension ScenarioWorld {
    func perform(_ deed: PersonDeed) async {
        switch deed {
        case .tap(let tap, let name, let inApp, let times):
            for _ in 0..<times { inApp ? tapInApp(tap, name) : await self.tap(tap, name) }
        case .dial(let name):
            guard let call = scenario.call(name) else { return }
            wish(.dial(number: call.number, name: call.name, organization: call.organization))
        case .speaker(let isOn): wish(.speaker(isOn))
        case .signIn(let organization):
            exchange.takeCredentials(of: organization)
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

    func missButton() { transcript.say(.person, "there is no such button") }

    /// The call on the system's screen that goes by this name; of several the latest.
    func onScreen(_ name: CallName, _ fits: (CallOnScreen) -> Bool) -> CallOnScreen? {
        guard let call = scenario.call(name) else { return nil }
        return screen.last { call.isShown(as: $0.name) && fits($0) }
    }

    /// Two taps in succession are both on their way before the app has done anything about the first.
    private func tap(_ tap: CallTap, _ name: CallName) async {
        guard let call = onScreen(name, tap.isThere) else { return missButton() }
        switch tap {
        case .answer: await device.answer(call.id)
        case .decline: await device.decline(call.id)
        case .end: await device.endCall(call.id)
        case .hold: await device.hold(call.id)
        case .resume: await device.resume(call.id)
        case .mute: await device.mute(true, call.id)
        case .unmute: await device.mute(false, call.id)
        case .digits(let digits): await device.type(digits: digits, call.id)
        case .endAndAnswer: await device.endAndAccept(call.id)
        case .holdAndAnswer: await device.holdAndAccept(call.id)
        }
    }

    private func tapInApp(_ tap: CallTap, _ name: CallName) {
        guard let call = scenario.call(name) else { return }
        // The app's own screen may still show what is gone from the system's.
        let stale = rings.last { call.isShown(as: $0.name) }?.id.uuid
        guard let id = onScreen(name, { _ in true })?.id ?? stale else { return missButton() }
        wish(.tap(tap, id))
    }

    private func wish(_ wish: AppWish) {
        let isThere: Void? = device.asApp {
            phone.perform(wish) { [transcript] in transcript.say(.app, $0) }
        }
        if isThere == nil { missButton() }
    }
}

extension ScenarioCall {
    /// Whether what stands on a screen means this call.
    func isShown(as text: String) -> Bool { text == name || text == number || text == "contact of \(number)" }
}

extension CallTap {
    /// Whether the system's screen shows this button for a call.
    fileprivate func isThere(_ call: CallOnScreen) -> Bool {
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
