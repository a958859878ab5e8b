/// What follows for the device from something that happened to web view or bridge.
public enum WebEffect: Hashable, Sendable {
    /// A plugin's method is called, on the queue of the bridge.
    case perform(PluginCallID)
    /// The web view's delegate is told that the page's process is gone.
    case contentProcessTerminated
    /// The page gets an event.
    case received(PluginMessage)
    /// The page gets the answer to its call.
    case answered(PluginCallID)
    /// An event or an answer went nowhere.
    case lost(WebLoss)
    /// The page's sound and microphone stop, or do not begin.
    case mediaStopped
}
