/// Figures of the web view and its bridge.
public struct WebPolicy: Hashable, Sendable {
    /// C79: whether cookies can be read without a web view.
    public var cookiesNeedWebView = true
    /// C111: how many retained events wait for a listener. Capacitor has no limit; it bounds the model.
    public var retainedCountMax = 64

    public init() {}
}
