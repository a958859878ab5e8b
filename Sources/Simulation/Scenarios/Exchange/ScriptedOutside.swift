package import CallModel
internal import DeviceModel
package import DeviceRuntime
internal import Foundation
package import PhoneCore
package import PhoneKit
internal import PushPayload

/// The scripted outside of a phone without the phone: what a suite drives that holds the script against a real exchange.
///
/// The device is there for its time and its keychain only; the app on it is signalling and nothing else.
@MainActor
package final class ScriptedOutside {
    /// What an organisation's credentials are, when the suite begins.
    package enum Credentials {
        case given, missing
    }

    package let device: ModelDevice
    private let exchange: ScriptedExchange
    private let root = Root()
    private let store = CredentialStore(service: "carillon.contract")
    private let desk: CredentialDesk

    /// Everything ``SignalingPort`` tells comes to the sink.
    ///
    /// - Parameter takesSessionsUp: whether a process goes on with the sessions of the one before.
    package init(
        _ scenario: Scenario, _ credentials: Credentials, sink: any PhoneEventSink,
        takesSessionsUp: Bool = true, planted kindness: PlantedKindness? = nil
    ) async {
        let (root, store) = (root, store)
        let desk = CredentialDesk(store)
        self.desk = desk
        desk.sink = sink
        device = ModelDevice { _ in
            root.signaling = root.exchange.map {
                ScriptedSignaling($0, credentials: store, steps: AppSteps(), takesSessionsUp: takesSessionsUp)
            }
            root.signaling?.sink = sink
            root.api = root.exchange.map { ScriptedAPI($0, desk: desk) }
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

    /// The app orders something of its signalling.
    package func order(_ body: (any SignalingPort) -> Void) async {
        device.asApp { if let signaling = root.signaling { body(signaling) } }
        await device.settle()
    }

    /// The app asks the exchange's API.
    package func ask(_ body: (any ExchangePort) -> Void) async {
        device.asApp { if let api = root.api { body(api) } }
        await device.settle()
    }

    /// The app writes credentials that it was given.
    package func write(_ keys: [CredentialKey]) async {
        device.asApp { for key in keys { desk.write(key) } }
        await device.advance(by: .milliseconds(100))
    }

    /// Another device of the person's ends this one's session.
    package func endSession() { exchange.account.session = .ended }

    /// The phone has no session.
    package func forgetSession() { exchange.account.session = .missing }

    /// Our push about a call that rings now.
    package func push(_ call: CallName) -> [UInt8] {
        exchange.call(call).map { [UInt8]($0.push(sentAt: WallTime(device.kernel.date(at: device.now)))) } ?? []
    }

    /// The vendor's.
    package func vendorPush(_ call: CallName) -> [UInt8] { exchange.call(call).map { [UInt8]($0.vendorPush()) } ?? [] }

    /// One that says how a call ended.
    package func newsPush(_ call: CallName, _ reason: EndReason, byVendor: Bool) -> [UInt8] {
        exchange.call(call).map { [UInt8]($0.newsPush(reason, byVendor: byVendor)) } ?? []
    }

    package func perform(_ deed: ExchangeDeed) async {
        exchange.perform(deed)
        await device.settle()
    }

    /// What the network does, seen from the exchange; the phone's own path is no matter here.
    package func perform(_ deed: NetworkDeed) async {
        switch deed {
        case .connectionLost: exchange.setNetwork(cut: true)
        case .connectionSilent: exchange.setNetwork(silent: true)
        case .connectionBack: exchange.setNetwork(cut: false, silent: false)
        case .connectionBreaks: exchange.breakConnections()
        case .path(let way): exchange.setNetwork(hasPath: way != .none)
        }
        await device.settle()
    }

    /// The person leaves the app, which is suspended then.
    package func suspend() async {
        await device.leaveApp()
        while device.life == .background { await device.advance(by: .seconds(1)) }
        exchange.lookAround()
        await device.settle()
    }

    /// The person opens the app again.
    package func resume() async {
        await device.openApp()
        exchange.lookAround()
        await device.settle()
    }

    /// The app's process ends, and the next begins.
    ///
    /// - Parameter isHeard: whether the network carries the end of its connections.
    package func beginAnew(isHeard: Bool) async {
        if !isHeard { exchange.setNetwork(silent: true) }
        await device.kill(.crash)
        exchange.lookAround()
        exchange.setNetwork(silent: false)
        if isHeard { await device.advance(by: .milliseconds(100)) }
        await device.openApp()
    }

    /// The phone is in another network, of which the app is not told: what was connected hears nothing any more.
    package func changeNetwork() { exchange.changeNetwork() }

    /// What the phone is connected as another connection has taken over.
    package func takeSessionsOver() async {
        exchange.takeSessionsOver()
        await device.settle()
    }

    /// The carrier's gateway does not register the phone any more, or not for now; or it does again.
    package func setGateway(_ gateway: ScriptedExchange.Gateway) async {
        exchange.setGateway(gateway)
        await device.settle()
    }

    /// Whether a connection waits for the gateway.
    package var awaitsGateway: Bool { exchange.sockets.contains(where: \.awaitsGateway) }

    /// The phone's time.
    package var time: Duration { device.now }

    /// The digits that reached the other side of a call.
    package func digits(of call: CallName) -> String { exchange.call(call)?.digits ?? "" }

    /// Whether the other side of a call hears this one, as far as the exchange knows.
    package func isHeard(by call: CallName) -> Bool {
        guard let line = exchange.call(call)?.line else { return false }
        return line.id == exchange.soundLine && !line.isMuted && line.machine.state.hold == .off
    }

    /// The name of a call at the exchange.
    package func session(of call: CallName) -> CallSessionID? { exchange.call(call)?.session }

    /// What the exchange believes of a call.
    package func belief(of call: CallName) -> ExchangeBelief { exchange.call(call)?.belief ?? .notCalled }

    /// Ends what would still happen.
    package func finish() async {
        exchange.stop()
        await device.kill(.forceQuit)
    }

    /// What the process of the app keeps.
    private final class Root {
        weak var exchange: ScriptedExchange?
        var signaling: ScriptedSignaling?
        var api: ScriptedAPI?
    }
}
