/// Why something did not reach a page.
public enum WebLoss: Hashable, Sendable {
    /// There is no bridge to send it through.
    case noBridge(PluginMessage)
    /// Nobody listens, and it was not to be retained.
    case noListener(PluginMessage)
    /// The listener belongs to a page that is gone.
    case deadPage(PluginMessage)
    /// The call is of a page that is gone.
    case deadCall(PluginCallID)
    /// More is retained than the model keeps.
    case tooManyRetained(PluginMessage)
}
