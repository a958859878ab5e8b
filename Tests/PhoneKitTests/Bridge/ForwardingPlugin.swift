import Capacitor
import PhoneCore
import PhoneKit
import Synchronization
import WireJSON

/// A plugin as the app template has one: it is called on Capacitor's queue and hands everything to the bridge.
final class ForwardingPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "PhonePlugin"
    let jsName = "TelnyxVoip"
    let pluginMethods: [CAPPluginMethod] = BridgeMethod.allCases.map {
        CAPPluginMethod(name: $0.rawValue, returnType: CAPPluginReturnPromise)
    }
    private let phone: BridgeUnderTest

    init(_ phone: BridgeUnderTest) {
        self.phone = phone
    }

    override func perform(_ method: String, with call: CAPPluginCall) -> Bool {
        let options = JSONObject(properties: call.options)
        // As the template's promise says: Capacitor takes the answer on any queue.
        nonisolated(unsafe) let call = call
        Task { @MainActor [phone] in
            phone.bridge.call(method, options) { result in
                switch result {
                case .success(let answer): call.resolve(answer.properties)
                case .failure(let error): call.reject(error.description, error.code.rawValue)
                }
            }
        }
        return true
    }
}

extension ForwardingPlugin: @MainActor BridgePage {
    func notify(_ name: String, _ data: JSONObject) { notifyListeners(name, data: data.properties) }
}
