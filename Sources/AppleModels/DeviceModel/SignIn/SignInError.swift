/// `ASAuthorizationError.Code`. The raw values are Apple's.
public enum SignInError: Int, Error, Hashable, Sendable, CaseIterable {
    /// Also when nothing can be shown, or the phone has no sign-in: assumed (C103).
    case unknown = 1000
    /// The person closed the sheet.
    case canceled = 1001
}
