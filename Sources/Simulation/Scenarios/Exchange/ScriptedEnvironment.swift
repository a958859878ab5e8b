package import CallModel
internal import DeviceModel
package import DeviceRuntime
internal import Foundation
package import PhoneCore
package import PhoneKit
internal import PushPayload

/// The scripted surroundings of a phone, without the phone. Tests drive it to compare the script with a real exchange.
///
/// The device provides only its time and its keychain; the app on it consists of signaling alone.
@MainActor
package final class ScriptedEnvironment {
    /// Whether the phone has credentials of its organizations at the beginning.
    package enum Credentials {
        case given, missing
    }

    package let device: ModelDevice
    private let exchange: ScriptedExchange
    private let root = Root()
    private let store = CredentialStore(service: "carillon.contract")
    private let credentialQueue: CredentialQueue

    /// Makes the surroundings; all events of ``SignalingPort`` go to `sink`.
    ///
    /// - Parameter takesSessionsUp: whether a process continues the sessions of the one before.
    package init(
        _ scenario: Scenario, _ credentials: Credentials, sink: any PhoneEventSink,
        takesSessionsUp: Bool = true, planted kindness: InjectedLeniency? = nil
    ) async {
        let (root, store) = (root, store)
        let credentialQueue = CredentialQueue(store)
        self.credentialQueue = credentialQueue
        credentialQueue.sink = sink
        device = ModelDevice { _ in
            root.signaling = root.exchange.map {
                ScriptedSignaling($0, credentials: store, steps: AppSteps(), takesSessionsUp: takesSessionsUp)
            }
            root.signaling?.sink = sink
            root.api = root.exchange.map { ScriptedAPI($0, credentialQueue: credentialQueue) }
            root.api?.sink = sink
            return root
        }
        exchange = ScriptedExchange(scenario, device: device, planted: kindness)
        root.exchange = exchange
        await device.openApp()
        guard credentials == .given else { return }
        let registrations =
            Set(scenario.device.organizations.map { RegistrationID(OrganizationID($0)) })
            .union(exchange.calls.map(\.registration))
        _ = device.asApp {
            Task {
                for registration in registrations {
                    let key = CredentialKey(registration, CredentialVersion(rawValue: 1))
                    try? await store.write(ScriptedAPI.credentials(of: registration.description), for: key)
                }
            }
        }
        await ScenarioWorld.settle(device) { [device] in device.keychain.items.count >= registrations.count }
    }

    /// Gives the app's signaling an order.
    package func order(_ body: (any SignalingPort) -> Void) async {
        device.asApp { if let signaling = root.signaling { body(signaling) } }
        await device.settle()
    }

    /// Makes a request of the app to the exchange's API.
    package func ask(_ body: (any ExchangeAPIPort) -> Void) async {
        device.asApp { if let api = root.api { body(api) } }
        await device.settle()
    }

    /// Writes credentials that the app was given.
    package func write(_ keys: [CredentialKey]) async {
        device.asApp { for key in keys { credentialQueue.write(key) } }
        await device.advance(by: .milliseconds(100))
    }

    /// Ends the phone's session by another device of the user.
    package func endSession() { exchange.account.session = .ended }

    /// Leaves the phone without a session.
    package func forgetSession() { exchange.account.session = .missing }

    /// Our push about a call that starts ringing now.
    package func push(_ call: ScenarioCallName) -> [UInt8] {
        exchange.call(call).map { [UInt8]($0.push(sentAt: WallTime(device.kernel.date(at: device.now)))) } ?? []
    }

    /// The vendor's push about a call.
    package func vendorPush(_ call: ScenarioCallName) -> [UInt8] {
        exchange.call(call).map { [UInt8]($0.vendorPush()) } ?? []
    }

    /// A push that reports the end of a call.
    package func endPush(_ call: ScenarioCallName, _ reason: EndReason, byVendor: Bool) -> [UInt8] {
        exchange.call(call).map { [UInt8]($0.endPush(reason, byVendor: byVendor)) } ?? []
    }

    package func perform(_ action: ExchangeStep) async {
        exchange.perform(action)
        await device.settle()
    }

    /// Changes the network as the exchange sees it; the phone's own path does not matter here.
    package func perform(_ action: NetworkStep) async {
        switch action {
        case .connectionLost: exchange.setNetwork(cut: true)
        case .connectionSilent: exchange.setNetwork(silent: true)
        case .connectionBack: exchange.setNetwork(cut: false, silent: false)
        case .connectionBreaks: exchange.breakConnections()
        case .path(let way): exchange.setNetwork(hasPath: way != .none)
        }
        await device.settle()
    }

    /// Leaves the app, until it is suspended.
    package func suspend() async {
        await device.leaveApp()
        while device.life == .background { await device.advance(by: .seconds(1)) }
        exchange.lookAround()
        await device.settle()
    }

    /// Opens the app again.
    package func resume() async {
        await device.openApp()
        exchange.lookAround()
        await device.settle()
    }

    /// Ends the app's process and starts the next.
    ///
    /// - Parameter isHeard: whether the other side is told of the end of its connections.
    package func beginAnew(isHeard: Bool) async {
        if !isHeard { exchange.setNetwork(silent: true) }
        await device.kill(.crash)
        exchange.lookAround()
        exchange.setNetwork(silent: false)
        if isHeard { await device.advance(by: .milliseconds(100)) }
        await device.openApp()
    }

    /// Moves the phone to another network without telling the app; earlier connections no longer carry anything.
    package func changeNetwork() { exchange.changeNetwork() }

    /// Has another connection take over the phone's sessions.
    package func transferSessions() async {
        exchange.transferSessions()
        await device.settle()
    }

    /// Changes whether the carrier's gateway registers the phone.
    package func setGateway(_ gateway: ScriptedExchange.Gateway) async {
        exchange.setGateway(gateway)
        await device.settle()
    }

    /// Whether a connection waits for the gateway.
    package var awaitsGateway: Bool { exchange.sockets.contains(where: \.awaitsGateway) }

    /// The phone's time.
    package var time: Duration { device.now }

    /// The digits that reached the other side of a call.
    package func digits(of call: ScenarioCallName) -> String { exchange.call(call)?.digits ?? "" }

    /// Whether the other side of a call hears the phone, as far as the exchange knows.
    package func isHeard(by call: ScenarioCallName) -> Bool {
        guard let line = exchange.call(call)?.line else { return false }
        return line.id == exchange.soundLine && !line.isMuted && line.machine.state.hold == .off
    }

    /// The exchange's session of a call.
    package func session(of call: ScenarioCallName) -> CallSessionID? { exchange.call(call)?.session }

    /// The exchange's state of a call.
    package func belief(of call: ScenarioCallName) -> ExchangeCallState { exchange.call(call)?.belief ?? .notCalled }

    /// Cancels all later events and ends the app.
    package func finish() async {
        exchange.stop()
        await device.kill(.forceQuit)
    }

    /// The objects of the app's process.
    private final class Root {
        weak var exchange: ScriptedExchange?
        var signaling: ScriptedSignaling?
        var api: ScriptedAPI?
    }
}
