// is refused: must be unwrapped to a value of type 'String'
// Row P2 of found-by-trying.
import Capacitor

func method(of call: CAPPluginCall) -> String {
    let method = call.methodName
    return method
}
