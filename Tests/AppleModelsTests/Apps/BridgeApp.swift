import Capacitor
import DeviceRuntime
import Foundation
import Synchronization

/// An app whose page calls a plugin.
@MainActor
final class BridgeApp {
    let plugin = PhonePlugin()
    private var bridge: CAPBridge?

    /// As a view controller does when its view is loaded.
    func loadView(in phone: ModelDevice) {
        bridge = phone.asApp { CAPBridge(plugins: [plugin]) }
    }
}

/// The plugin, as in Capacitor 8.
final class PhonePlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "PhonePlugin"
    let jsName = "Phone"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "dial", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "later", returnType: CAPPluginReturnPromise),
    ]
    let heard = Mutex<[String]>([])
    private static let main = DispatchSpecificKey<String>()

    /// Once: several tests have the queue at a time.
    private static let mainIsMarked: Void = DispatchQueue.main.setSpecific(key: main, value: "main")

    override func load() { Self.mainIsMarked }

    override func perform(_ method: String, with call: CAPPluginCall) -> Bool {
        let queue = DispatchQueue.getSpecific(key: Self.main) ?? "another queue"
        switch method {
        case "dial":
            heard.withLock { $0.append("dial \(call.getString("number", "")) on \(queue)") }
            call.resolve(["call": 7])
        case "later": heard.withLock { $0.append("later on \(queue)") }
        default: return false
        }
        return true
    }
}
