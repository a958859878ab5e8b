/// What happens to the web view and its page from outside the app's own code.
public enum WebEvent: Hashable, Sendable {
    /// A connected scene's view is loaded: web view, bridge and plugins are made, the page begins to load.
    case viewLoaded
    /// The scene is gone, and its view with it.
    case viewUnloaded
    /// The page is there, and its script runs.
    case pageLoaded
    /// The page goes elsewhere, or is loaded again.
    case pageLeft
    /// The page's process crashed, or the system took its memory.
    case contentProcessTerminated
    /// The page adds or removes its listener for an event.
    case listenerAdded(TextID)
    case listenerRemoved(TextID)
    /// The page calls a plugin.
    case called(PluginCallID)
    /// The page begins to play or record.
    case mediaStarted
    /// The page, or its server, sets a cookie.
    case cookieSet(WebCookie)
}
