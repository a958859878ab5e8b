import Capacitor

/// A plugin that answers its page in every way there is.
final class EverythingPlugin: CAPPlugin, CAPBridgedPlugin {
    static let methods = ["nothing", "something", "rejected", "away", "gone", "unmade", "unknown"]
    let identifier = "EverythingPlugin"
    let jsName = "Everything"
    let pluginMethods: [CAPPluginMethod] = EverythingPlugin.methods.map {
        CAPPluginMethod(name: $0, returnType: CAPPluginReturnPromise)
    }

    override func perform(_ method: String, with call: CAPPluginCall) -> Bool {
        notifyListeners("called", data: nil)
        notifyListeners("called", data: nil, retainUntilConsumed: true)
        _ = hasListeners("called")
        switch method {
        case "nothing": call.resolve()
        case "something": call.resolve(["a": 1])
        case "rejected": call.reject("no")
        case "away": call.unavailable()
        case "gone": call.unavailable("not today")
        case "unmade": call.unimplemented("not on this phone")
        default: call.unimplemented()
        }
        return true
    }
}
