public import CallModel
public import Redaction

/// The numbers that the person may show in calls to the public network for one organization, as the exchange listed
/// them.
public struct CallerIDs: Hashable, Sendable {
    /// The organization for whose calls the numbers may be shown.
    public let organization: OrganizationID
    /// The numbers in E.164 form. The first is shown in calls that ask for none; if the list is empty, the exchange
    /// shows its own number.
    public let numbers: [Redacted<String>]

    /// The maximum number of organizations with a list. Source: an exchange has a user in 32 organizations
    /// (`AccountLimits`).
    public static let organizationsMax = 32
    /// The maximum number of caller ids in a list; further ones are left out, as no person chooses from more.
    public static let numbersMax = 1_000

    /// Creates a list. It omits numbers that are not public.
    public init(_ organization: OrganizationID, _ numbers: [Redacted<String>]) {
        self.organization = organization
        self.numbers = Array(numbers.lazy.filter { PublicNumber($0.revealed) != nil }.prefix(Self.numbersMax))
    }
}

/// Why the caller ids are unknown.
public enum CallerIDFailure: String, Error, CaseIterable, Hashable, Sendable {
    /// The exchange was unreachable or its answer was malformed.
    case unreachable
    /// No person is signed in, or the session is over.
    case notSignedIn
}

extension [CallerIDs] {
    /// Whether the exchange would refuse a call because of its caller id. The phone leaves unknown numbers and numbers
    /// without a plus sign to the exchange. The exchange never refuses an emergency call because of the caller id.
    func forbid(_ dial: BridgeDial, inUse: OrganizationID?) -> Bool {
        let party = CalledParty(text: dial.destination)
        guard let wish = dial.settings.callerID, let asked = DialNumber.normalized(wish),
            PublicNumber(asked.revealed) != nil,
            let destination = try? DialDestination(party.name), destination.isPublic, !destination.callsForHelp,
            let organization = dial.organization ?? party.organization ?? inUse,
            let known = first(where: { $0.organization == organization })?.numbers, !known.isEmpty
        else { return false }
        return !known.contains(asked)
    }
}
