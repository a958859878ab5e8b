internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// The phone of a running scenario and its surroundings.
@MainActor
final class ScenarioWorld {
    let scenario: Scenario
    let device: ModelDevice
    let exchange: ScriptedExchange
    let phone: any ScenarioPhone
    let transcript: Transcript
    /// The numbers of observations, terminations, recents and hazards before the scenario began.
    let observationsBefore: Int
    let terminationsBefore: Int
    let recentsBefore: Int
    let hazardsBefore: Int
    /// The calls of the telephone network, the latest last.
    var cellular: [UUID] = []
    /// The phone's network, if a step has set it.
    var network: NetworkWay?
    /// Called with the device and the time since the beginning, often enough to draw the phone.
    var looks: (@MainActor (ModelDevice, Duration) -> Void)?
    private let launcher: Launcher

    /// Makes the phone and brings it into the scenario's initial state.
    init(_ scenario: Scenario, on phone: any ScenarioPhone) async {
        let launcher = Launcher(phone)
        let device = ModelDevice(
            profile: scenario.device.profile, seed: scenario.device.seed, manifest: phone.manifest
        ) { launcher.launch($0) }
        let exchange = ScriptedExchange(scenario, device: device)
        launcher.exchange = exchange
        await Self.prepare(device, phone, scenario.device)
        exchange.forgetDead()
        self.scenario = scenario
        self.device = device
        self.exchange = exchange
        self.phone = phone
        self.launcher = launcher
        observationsBefore = device.observations.count
        terminationsBefore = device.terminations.count
        recentsBefore = device.recents.count
        hazardsBefore = device.hazards.count
        let transcript = Transcript(device)
        self.transcript = transcript
        exchange.reports = { transcript.record(.exchange, $0) }
    }

    /// Installs the app, opens it, signs in and answers its permission requests; then brings phone and app into the
    /// initial state.
    private static func prepare(_ device: ModelDevice, _ phone: any ScenarioPhone, _ setup: DeviceSetup) async {
        await device.setMicrophone(setup.microphone)
        await device.openApp()
        device.asApp { phone.signIn(setup.organizations) }
        await settle(device) { device.keychain.items.count >= setup.organizations.count }
        await device.leaveApp()
        await device.openApp()
        await settle(device) { device.kernel.notificationCenter.isAskingPermission }
        await device.answerNotificationPermission(setup.mayNotify)
        await device.advance(by: .seconds(1))
        switch setup.app {
        case .foreground: break
        case .suspended:
            await device.leaveApp()
            await device.advance(by: .seconds(30))
        case .notRunning:
            await device.leaveApp()
            await device.advance(by: .seconds(30))
            await device.kill(.reclaimMemory)
        }
        switch setup.lock {
        case .unlocked: break
        case .locked: await device.lock()
        case .beforeFirstUnlock: await device.reboot()
        }
    }

    /// Waits for work of the app on its own threads, which the phone's time does not cover: one millisecond of real
    /// time per check.
    static func settle(_ device: ModelDevice, until isDone: @MainActor () -> Bool) async {
        for _ in 0..<looksMax {
            await device.advance(by: .milliseconds(100))
            if isDone() { return }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    /// The maximum number of checks, after which waiting stops.
    private static let looksMax = 50

    /// Blocks the main thread of the app's next launch for this time.
    func blockNextLaunch(for duration: Duration) { launcher.block = duration }

    /// Cancels all later events and ends the app.
    func finish() async {
        transcript.catchUp()
        exchange.stop()
        await device.kill(.forceQuit)
    }
}

/// Starts the app's processes.
@MainActor
private final class Launcher {
    let phone: any ScenarioPhone
    weak var exchange: ScriptedExchange?
    var block: Duration = .zero

    init(_ phone: any ScenarioPhone) {
        self.phone = phone
    }

    func launch(_ context: LaunchContext) -> any AnyObject {
        if block > .zero { context.blocksMainThread(for: block) }
        block = .zero
        guard let exchange else { return self }
        return phone.launch(context, exchange: exchange)
    }
}
