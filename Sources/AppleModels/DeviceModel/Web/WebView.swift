/// The app's web view, as far as a page can be reached through it.
public enum WebView: String, Hashable, Sendable, CaseIterable {
    /// No scene has a view: neither bridge nor plugins exist.
    /// Leaves to: `loading` (a scene's view is loaded).
    case absent
    /// A page is coming; it has no listeners yet.
    /// Leaves to: `loaded`, `absent` (scene or process gone), `terminated`.
    case loading
    /// A page is there.
    /// Leaves to: `loading` (navigation, reload), `absent`, `terminated` (its process crashed or was killed).
    case loaded
    /// The page's process is gone and nobody has reloaded yet. Listeners of the old page are still registered: what is
    /// sent now is lost, retained or not.
    /// Leaves to: `loading` (reload), `absent`.
    case terminated
}
