import Capacitor

/// The web view, with the phone's plugin in it.
final class PhoneViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(PhonePlugin())
    }
}
