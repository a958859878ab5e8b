import Capacitor

/// A plugin that answers its page in every way there is.
final class EverythingPlugin: CAPPlugin, CAPBridgedPlugin {
    static let methods = ["nothing", "something", "rejected", "away", "unknown"]
    let identifier = "EverythingPlugin"
    let jsName = "Everything"
    let pluginMethods = EverythingPlugin.methods.map { CAPPluginMethod(name: $0, returnType: .promise) }

    override func perform(_ method: String, with call: CAPPluginCall) -> Bool {
        notifyListeners("called", data: nil)
        notifyListeners("called", data: nil, retainUntilConsumed: true)
        _ = hasListeners("called")
        switch method {
        case "nothing": call.resolve()
        case "something": call.resolve(["a": 1])
        case "rejected": call.reject("no")
        case "away": call.unavailable()
        default: call.unimplemented()
        }
        return true
    }
}
