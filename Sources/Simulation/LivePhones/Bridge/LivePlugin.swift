import Capacitor
import PhoneCore
import PhoneKit
import WireJSON

/// The app's plugin, as in the template: a method for each of the bridge's, called on Capacitor's own queue.
///
/// The template's copy is written for Objective-C, which finds methods by their names. Here `perform` does.
final class LivePlugin: CAPPlugin, CAPBridgedPlugin {
    static let name = "TelnyxVoip"

    let identifier = "PhonePlugin"
    let jsName = LivePlugin.name
    let pluginMethods: [CAPPluginMethod] = BridgeMethod.allCases.map {
        CAPPluginMethod(name: $0.rawValue, returnType: CAPPluginReturnPromise)
    }
    private let screens: LiveScreens

    init(_ screens: LiveScreens) {
        self.screens = screens
    }

    override func perform(_ method: String, with call: CAPPluginCall) -> Bool {
        let options = JSONObject(properties: call.options)
        // Capacitor takes the answer on any queue.
        nonisolated(unsafe) let call = call
        Task { @MainActor [screens] in
            screens.callFromPage(method, options) { result in
                switch result {
                case .success(let answer): call.resolve(answer.properties)
                case .failure(let error): call.reject(error.description, error.code.rawValue)
                }
            }
        }
        return true
    }
}

extension LivePlugin: @MainActor BridgePage {
    /// An event without a listener is not lost: the bridge's log keeps it for the page that comes. So it is not sent,
    /// and what the phone notices as lost was meant for a page.
    func notify(_ name: String, _ data: JSONObject) {
        guard hasListeners(name) else { return }
        notifyListeners(name, data: data.properties)
    }
}
