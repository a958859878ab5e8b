/// What follows for the device from something that happened to sign-in.
public enum SignInEffect: Hashable, Sendable {
    /// A person sees the sheet.
    case sheetShown
    /// The delegate is called with a credential.
    case completed(SignInCredential)
    /// The delegate is called with an error.
    case failed(SignInError)
    /// `credentialRevokedNotification` is posted in the app, if it runs.
    case revokedNotification
}
