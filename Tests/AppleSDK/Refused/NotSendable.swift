// is refused: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
// Row P2 of found-by-trying.
import Capacitor

func answer(_ call: CAPPluginCall) {
    Task { call.resolve() }
    call.resolve()
}
