/// Why another organisation was not switched to. The one before is in use as if nothing had been tried.
public enum SwitchFailure: String, CaseIterable, Hashable, Sendable, Codable {
    /// Another switch is under way.
    case underWay
    /// The exchange could not be asked.
    case unreachable
    /// The exchange does not let this person into that organisation.
    case notMember
    /// The person is not signed in.
    case notSignedIn
    /// What the exchange answered made no sense.
    case malformed
    /// The keychain did not take the credentials.
    case store
    /// The connection of that organisation did not come about.
    case connection
    /// It took longer than ``OrganizationLimits/switchDuration``.
    case timedOut
    /// The process ended before the switch did.
    case interrupted
    /// There are as many organisations as there may be.
    case tooMany
}
