public import PhoneCore

/// The app's own screens: native views, or the bridge to a web view.
@MainActor
public protocol ScreenPort: AnyObject {
    /// Shows what is new.
    func show(_ news: PhoneNews)
}
