// is refused: CAPPluginCall
// Row P2 of found-by-trying.
import Capacitor

func answer(_ call: CAPPluginCall) {
    Task { call.resolve() }
    call.resolve()
}
