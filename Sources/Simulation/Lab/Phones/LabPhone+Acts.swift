import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import LivePhones
import PhoneCore
import Redaction
import Scenarios

/// Acts of the person who holds the phone.
extension LabPhone {
    /// - Throws: `LabError` when the phone has no such button now.
    package func perform(_ act: PhoneAct) async throws(LabError) {
        switch act {
        case .tap(let tap, let call): try await perform(tap, on: call)
        case .swap(let call):
            let held = try shown(call, "be swapped") { $0.isHeld }
            await device.swap(to: held.id)
        case .dial(let number):
            try await open()
            try ask(.dial(DialRequest(Redacted(number), spare: CallUUID(UUID().labValue))))
        case .speaker(let isOn):
            try await open()
            try ask(.speaker(isOn))
        case .transfer(let user, let call):
            let talking = try shown(call, "be transferred") { $0.stage == .connected && (call != nil || !$0.isHeld) }
            try await open()
            try ask(.transfer(CallUUID(talking.id.labValue), to: Redacted(user)))
        case .callBack(let call): await device.callBack(try handle(ofRecent: call))
        case .tapNotification(let notification):
            guard device.notifications.contains(where: { $0.id == notification }) else {
                throw LabError("\(id) shows no such notification.")
            }
            await device.tapNotification(notification)
        case .openApp: try await open()
        case .leaveApp: await device.leaveApp()
        case .quitApp: await device.forceQuit()
        case .reinstall: await device.reinstall()
        case .lock: await device.lock()
        case .unlock: await device.unlock()
        case .restartPhone: await device.reboot()
        }
    }

    private func perform(_ tap: CallTap, on call: UUID?) async throws(LabError) {
        let call = try shown(call, "be \(tap.done)", tap.isThere)
        await device.perform(tap, on: call.id)
    }

    private func shown(
        _ call: UUID?, _ done: String, _ fits: (CallOnScreen) -> Bool
    ) throws(LabError) -> CallOnScreen {
        let found = device.screen.last { (call == nil || $0.id == call) && fits($0) }
        guard let found else { throw LabError("\(id) shows no call that can \(done).") }
        return found
    }

    /// The handle that a tap in Recents calls.
    private func handle(ofRecent call: UUID) throws(LabError) -> String {
        try requireUnlocked()
        guard let handle = device.recents.last(where: { $0.call == call })?.handle else {
            throw LabError("\(id) has no entry in Recents that can be called back with the id \(call).")
        }
        return handle
    }

    private func requireUnlocked() throws(LabError) {
        guard device.machine.lock == .unlocked else { throw LabError("\(id) is locked: unlock it first.") }
    }

    private func open() async throws(LabError) {
        try requireUnlocked()
        if device.life != .foreground { await device.openApp() }
    }

    private func ask(_ request: UserRequest) throws(LabError) {
        var refusal: PhoneRefusal?
        let isThere = live.ask(request) { if case .refused(let why) = $0 { refusal = why } }
        guard isThere else { throw LabError("\(id) has no running app to ask.") }
        if let refusal { throw LabError("\(id) refused: \(refusal.rawValue).") }
    }
}

/// Events of the phone that its person does not cause.
extension LabPhone {
    /// - Throws: `LabError` when it cannot happen now.
    package func inject(_ fault: DeviceFault, at now: Duration) async throws(LabError) {
        switch fault {
        case .crash: try await end(.crash)
        case .reclaimMemory: try await end(.reclaimMemory)
        case .network(let way):
            cut = nil
            await change(to: way)
        case .cut(let time):
            cut = (now + time, cut?.then ?? way)
            await change(to: .none)
        case .doNotDisturb(let isOn):
            isQuiet = isOn
            await device.filterCalls(isOn ? .doNotDisturb : nil)
        // The push services are told by the phones' owner.
        case .pushes(let way): pushes = way
        case .cellularRings: cellular = await device.cellularCall()
        case .cellularAnswered: await device.answerCellular(try theCellular())
        case .cellularEnds:
            await device.endCellular(try theCellular(), byRemote: true)
            cellular = nil
        case .callServicesRestart: await device.restartCallServices()
        case .interruption(let begins):
            await device.interruptAudio(begins ? .began : .ended(shouldResume: true))
        case .route(let route): await device.route(route)
        }
    }

    private func end(_ cause: ProcessEvent) async throws(LabError) {
        guard device.life != .notRunning else { throw LabError("The app on \(id) is not running.") }
        if cause == .reclaimMemory, device.life == .foreground {
            throw LabError("The system reclaims the memory only of an app in the background; lock \(id) first.")
        }
        await device.kill(cause)
    }

    private func theCellular() throws(LabError) -> UUID {
        guard let cellular else { throw LabError("\(id) has no call of the telephone network.") }
        return cellular
    }

    /// Brings the network back when a cut is over.
    package func endCut(at now: Duration) async -> Bool {
        guard let cut, cut.until <= now else { return false }
        self.cut = nil
        await change(to: cut.then)
        return true
    }
}

extension UUID {
    fileprivate var labValue: UUIDValue {
        UUIDValue(uuidString) ?? .random(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
    }
}

extension CallTap {
    /// The change of the call.
    fileprivate var done: String {
        switch self {
        case .answer, .endAndAnswer, .holdAndAnswer: "answered"
        case .decline: "declined"
        case .end: "ended"
        case .hold: "held"
        case .resume: "resumed"
        case .mute: "muted"
        case .unmute: "unmuted"
        case .digits: "sent digits"
        }
    }
}
