/// Why a call out to the public network may not be. The words are stored and sent, so they never change.
public enum OutboundRefusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// The exchange makes no calls out.
    case notConfigured
    /// The caller is no member of the organisation that the device is registered for.
    case notMember
    /// The organisation makes no calls out.
    case organizationMayNot
    /// What was dialled is no number of the public network.
    case notPublicNumber
    /// It is an emergency number, and the exchange does not route those.
    case emergency
    /// Numbers that begin so are forbidden.
    case forbiddenNumber
    /// The caller is in as many calls as one user may be.
    case tooManyCalls
    /// The number that the caller wants to be shown is not the caller's to show.
    case callerIDNotAllowed

    /// What a person is told. Phones read the refusal from it, so it never changes.
    public var text: String {
        switch self {
        case .notConfigured: "This exchange makes no calls to public numbers"
        case .notMember: "The caller is no member of the organization"
        case .organizationMayNot: "The organization makes no calls to public numbers"
        case .notPublicNumber: "That is no public number"
        case .emergency: "Emergency numbers are not reached over this exchange"
        case .forbiddenNumber: "That number is forbidden"
        case .tooManyCalls: "The caller is in too many calls"
        case .callerIDNotAllowed: "The caller may not show that number"
        }
    }

    /// Which refusal an ending tells; nil: none. Cause and phrase together are no other ending's.
    public init?(_ ending: Ending) {
        let refusal = Self.allCases.first {
            $0.ending.cause == ending.cause && $0.ending.sipReason == ending.sipReason
        }
        guard let refusal else { return nil }
        self = refusal
    }

    /// How the call ends for its caller. Source: ITU-T Q.850: 28 invalid number format, 42 congestion, 52 outgoing call
    /// barred.
    public var ending: Ending {
        switch self {
        case .notPublicNumber: Ending(.unreachable, cause: HangUpCause(28), sipCode: 484, sipReason: text)
        case .tooManyCalls: Ending(.declined, cause: HangUpCause(42), sipCode: 403, sipReason: text)
        case .notConfigured, .notMember, .organizationMayNot, .emergency, .forbiddenNumber, .callerIDNotAllowed:
            Ending(.declined, cause: HangUpCause(52), sipCode: 403, sipReason: text)
        }
    }
}
