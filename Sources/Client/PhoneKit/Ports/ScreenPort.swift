public import PhoneCore

/// The app's own screens: native views, or the bridge to a web view.
@MainActor
public protocol ScreenPort: AnyObject {
    /// Shows what is new.
    func show(_ news: PhoneNews)

    /// Tells whoever wanted another organisation what came of it.
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?)

    /// Tells the person that the session is over.
    func sessionOver(_ cause: SessionEndCause)
}
