// is refused: must be unwrapped to a value of type 'String'
import Capacitor

func method(of call: CAPPluginCall) -> String {
    let method = call.methodName
    return method
}
