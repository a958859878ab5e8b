/// What the person, or Apple, does about sign-in.
public enum SignInEvent: Hashable, Sendable {
    /// The sheet is agreed to.
    case approved(SignInEmail)
    /// The sheet is closed.
    case closed
    /// "Stop using Apple Account" with this app, on whatever device.
    case stoppedUsing
    /// The person signs out of the phone's account, or in again.
    case accountChanged(isSignedIn: Bool)
    /// The app was transferred to another team.
    case teamChanged
}
