/// What the app asks of web view and bridge.
public enum WebRequest: Hashable, Sendable {
    /// `notifyListeners(_:data:retainUntilConsumed:)`.
    case notify(PluginMessage, retained: Bool)
    /// A plugin's method returned to the bridge's queue, which goes on with the next call.
    case returned(PluginCallID)
    /// A call is answered, from whatever queue and whenever.
    case resolve(PluginCallID)
    /// `reload()`. Capacitor does it by itself when told that the page's process is gone.
    case reload
}
