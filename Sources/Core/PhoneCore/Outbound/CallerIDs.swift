import CallModel
public import Redaction

/// Numbers that the person may show in calls to the public network for one organization, as the exchange listed them.
public struct CallerIDs: Hashable, Sendable {
    public let organization: OrganizationID
    /// As E.164 writes them. The first is shown where a call asks for none; where there is none, the exchange shows its
    /// own.
    public let numbers: [Redacted<String>]

    /// The most organizations and numbers that are kept of a list. Source: an exchange has a user in 32 organizations
    /// (`AccountCaps`); more numbers than this no person chooses from.
    public static let organizationsMax = 32
    public static let numbersMax = 1_000

    /// Numbers that are not public are left out.
    public init(_ organization: OrganizationID, _ numbers: [Redacted<String>]) {
        self.organization = organization
        self.numbers = Array(numbers.lazy.filter { PublicNumber($0.revealed) != nil }.prefix(Self.numbersMax))
    }
}

/// Why the numbers that may be shown are not known.
public enum CallerIDFailure: String, Error, CaseIterable, Hashable, Sendable {
    /// The exchange could not be asked, or its answer makes no sense.
    case unreachable
    case notSignedIn
}

extension [CallerIDs] {
    /// Whether the exchange would refuse a call for the number that it asks to show. Numbers of which nothing is known
    /// here are left to the exchange, and so are those without a plus sign. It never refuses a call for help because of
    /// the number shown.
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
