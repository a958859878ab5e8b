internal import DeviceModel
package import DeviceRuntime
internal import PhoneCore
package import PhoneKit

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

    /// Everything ``SignalingPort`` tells comes to the sink.
    package init(_ scenario: Scenario, _ credentials: Credentials, sink: any PhoneEventSink) async {
        let (root, store) = (root, store)
        device = ModelDevice { _ in
            root.signaling = root.exchange.map { ScriptedSignaling($0, credentials: store, steps: AppSteps()) }
            root.signaling?.sink = sink
            return root
        }
        exchange = ScriptedExchange(scenario, device: device)
        root.exchange = exchange
        await device.openApp()
        guard credentials == .given else { return }
        _ = device.asApp {
            Task {
                for organization in scenario.device.organizations {
                    let key = CredentialKey(OrganizationID(organization), CredentialVersion(rawValue: 1))
                    try? await store.write(ScriptedAPI.credentials(of: organization), for: key)
                }
            }
        }
        await ScenarioWorld.settle(device) { [device] in
            device.keychain.items.count >= scenario.device.organizations.count
        }
    }

    /// The app orders something of its signalling.
    package func order(_ body: (any SignalingPort) -> Void) async {
        device.asApp { if let signaling = root.signaling { body(signaling) } }
        await device.settle()
    }

    package func perform(_ deed: ExchangeDeed) async {
        exchange.perform(deed)
        await device.settle()
    }

    /// What the network does, seen from the exchange; the phone's own path is no matter here.
    package func perform(_ deed: NetworkDeed) async {
        switch deed {
        case .connectionLost: exchange.setNetwork(cut: true)
        case .connectionBack: exchange.setNetwork(cut: false)
        case .connectionBreaks: exchange.breakConnections()
        case .path(let way): exchange.setNetwork(hasPath: way != .none)
        }
        await device.settle()
    }

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
    }
}
