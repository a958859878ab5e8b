/// What a plugin's method gives back to the page.
public enum CAPPluginReturnType: String, Sendable {
    /// Nothing.
    case none
    /// A promise.
    case promise
    /// Call after call, to a function.
    case callback
}
