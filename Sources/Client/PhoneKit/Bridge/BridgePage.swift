public import WireJSON

/// The page in the web view, while there is one.
@MainActor
public protocol BridgePage: AnyObject {
    /// Tells it an event. One that comes before the page listens is not lost: the page asks for what follows its cursor.
    func notify(_ name: String, _ data: JSONObject)
}
