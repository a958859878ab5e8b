internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// The phone of a scenario and everything around it.
@MainActor
final class ScenarioWorld {
    let scenario: Scenario
    let device: ModelDevice
    let exchange: ScriptedExchange
    let phone: any ScenarioPhone
    let transcript: Transcript
    /// What was observed before the scenario began.
    let observationsBefore: Int
    let terminationsBefore: Int
    let recentsBefore: Int
    let hazardsBefore: Int
    /// Calls of the telephone network, the latest last.
    var cellular: [UUID] = []
    /// The network the phone was put into.
    var network: NetworkWay?
    private let launcher: Launcher

    /// Makes the phone and brings it to where the scenario begins.
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
        exchange.tells = { transcript.say(.exchange, $0) }
    }

    /// The person installs the app, opens it, signs in and answers its questions; then it comes to where it is to be.
    private static func prepare(_ device: ModelDevice, _ phone: any ScenarioPhone, _ setup: DeviceSetup) async {
        await device.setMicrophone(setup.microphone)
        await device.openApp()
        device.asApp { phone.signIn(setup.organizations) }
        await settle(device) { device.keychain.items.count >= setup.organizations.count }
        await device.leaveApp()
        await device.openApp()
        await settle(device) { device.kernel.notificationBook.isAskingPermission }
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

    /// Waits for what the app does on threads of its own, where the phone's time says nothing: a moment of real time
    /// for each look.
    static func settle(_ device: ModelDevice, until isDone: @MainActor () -> Bool) async {
        for _ in 0..<looksMax {
            await device.advance(by: .milliseconds(100))
            if isDone() { return }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    /// An app that never does it is not waited for any longer.
    private static let looksMax = 50

    /// The next launch is kept busy for so long.
    func blockNextLaunch(for duration: Duration) { launcher.block = duration }

    /// Ends everything that would still happen.
    func finish() async {
        transcript.catchUp()
        exchange.stop()
        await device.kill(.forceQuit)
    }
}

/// What starts the app's processes.
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
