/// Why nobody was signed in.
public enum SignInFailure: String, CaseIterable, Hashable, Sendable {
    /// The person closed the sheet (`ASAuthorizationError.canceled`): nothing to be shown.
    case cancelled
    /// Apple's sheet failed.
    case apple
    /// The app is not on the screen, where alone the sheet can be shown. Source: C103 (documented).
    case notOnScreen
    /// What is to be sent could not be kept first.
    case store
    /// The exchange could not be asked.
    case unreachable
    /// The exchange did not accept it.
    case refused
    /// Somebody is being signed in.
    case underWay
}
