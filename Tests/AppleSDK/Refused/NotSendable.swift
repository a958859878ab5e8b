// is refused: CAPPluginCall
import Capacitor

func answer(_ call: CAPPluginCall) {
    Task { call.resolve() }
    call.resolve()
}
