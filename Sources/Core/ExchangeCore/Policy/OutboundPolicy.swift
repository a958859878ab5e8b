public import CallModel
public import Redaction

/// Who may call the public network, which numbers, and under which number of their own: the part of ``CallingPolicy`` that
/// decides about calls out.
///
/// Pure: what the exchange knows of the caller is in the ``OutboundAttempt``.
public struct OutboundPolicy: Hashable, Sendable {
    /// What becomes of a call to an emergency number.
    public enum EmergencyRule: String, Hashable, Sendable, CaseIterable {
        /// It is refused with that reason, so that the caller takes another telephone at once.
        case refused
        /// It is dialled before every other call. The carrier must know the address of the number it comes from.
        case routed
    }

    /// What allows that conversations of calls out are recorded.
    public enum Recording: String, Hashable, Sendable, CaseIterable {
        /// Both parties have agreed, or were told before.
        case consented
        /// Both are told by an announcement first.
        case announced
    }

    /// Organisations whose members may; nil: those of every one.
    public var organizations: Set<String>?
    /// The digits of the country that numbers without a plus sign are in; nil: such numbers are none.
    public var country: String?
    public var emergency = EmergencyRule.refused
    public var emergencyNumbers = EmergencyNumber.usual
    /// Beginnings of numbers that may be called, and that may not: of all that fit the longest decides.
    public var allowed: Set<String> = ["+"]
    public var forbidden = OutboundPolicy.usuallyForbidden
    /// How long the called number rings.
    public var ringTime = Duration.seconds(60)
    /// Calls a user may be in when placing one more.
    public var callsAtOnce = 5
    /// nil: they are not recorded.
    public var recording: Recording?

    /// Numbers that cost the caller more than a call: premium services of North America (900, 976) and of the world (979),
    /// and the satellite and other networks that fraud calls (870, 878, 881, 882, 883). Source: ITU-T E.164 list of codes.
    public static let usuallyForbidden: Set<String> = [
        "+1900", "+1976", "+870", "+878", "+881", "+882", "+883", "+979",
    ]

    public init() {}

    /// Decides about a call out.
    public func verdict(on attempt: OutboundAttempt) -> OutboundVerdict {
        guard attempt.isMember else { return .refused(.notMember) }
        let dialled = attempt.dialled.revealed
        if let help = EmergencyNumber.named(dialled, among: emergencyNumbers, in: country) {
            guard emergency == .routed else { return .refused(.emergency) }
            return .permitted(call(to: help, isEmergency: true, attempt))
        }
        guard organizations?.contains(attempt.organization) ?? true else { return .refused(.organizationMayNot) }
        guard let number = PublicNumber(dialled: dialled, in: country) else { return .refused(.notPublicNumber) }
        guard allows(number) else { return .refused(.forbiddenNumber) }
        guard attempt.liveCalls < callsAtOnce else { return .refused(.tooManyCalls) }
        guard attempt.askedCallerID == nil || askedCallerID(of: attempt) != nil else {
            return .refused(.callerIDNotAllowed)
        }
        return .permitted(call(to: number.text, isEmergency: false, attempt))
    }

    /// Of two of one length the one that forbids decides.
    private func allows(_ number: PublicNumber) -> Bool {
        func longest(_ beginnings: Set<String>) -> Int? {
            beginnings.filter { number.text.hasPrefix($0) }.map(\.count).max()
        }
        guard let allowed = longest(allowed) else { return false }
        return longest(forbidden).map { $0 < allowed } ?? true
    }

    private func call(to number: String, isEmergency: Bool, _ attempt: OutboundAttempt) -> PermittedOutboundCall {
        PermittedOutboundCall(
            number: Redacted(number), callerID: callerID(of: attempt), isEmergency: isEmergency)
    }

    /// The number asked for; else the first of those the caller may show. Calls for help are placed whatever they ask for.
    private func callerID(of attempt: OutboundAttempt) -> Redacted<String> {
        askedCallerID(of: attempt) ?? attempt.callerIDsOutside.first ?? attempt.usualCallerID
    }

    /// The number asked for, if the caller may show it.
    private func askedCallerID(of attempt: OutboundAttempt) -> Redacted<String>? {
        guard let asked = attempt.askedCallerID.flatMap({ PublicNumber(dialled: $0.revealed, in: country) }) else {
            return nil
        }
        let own = attempt.callerIDsOutside
        return (own.isEmpty ? [attempt.usualCallerID] : own).first {
            PublicNumber(dialled: $0.revealed, in: country) == asked
        }
    }
}

/// A call out that a device places, and what the exchange knows of who places it.
public struct OutboundAttempt: Hashable, Sendable {
    /// Which organisation the device is registered for.
    public var organization: String
    /// Whether the caller is a member of it.
    public var isMember: Bool
    public var dialled: Redacted<String>
    /// Which number the app wants to be shown.
    public var askedCallerID: Redacted<String>?
    /// Numbers the caller may show, the usual one first: the organisation's and the user's own.
    public var callerIDs: [Redacted<String>]
    /// The number that is shown where there is none of them.
    public var usualCallerID: Redacted<String>
    /// In how many calls the caller is.
    public var liveCalls: Int

    public init(
        for organization: String, isMember: Bool, dialling dialled: Redacted<String>,
        askedCallerID: Redacted<String>? = nil, callerIDs: [Redacted<String>] = [], usualCallerID: Redacted<String>,
        liveCalls: Int = 0
    ) {
        self.organization = organization
        self.isMember = isMember
        self.dialled = dialled
        self.askedCallerID = askedCallerID
        self.callerIDs = callerIDs
        self.usualCallerID = usualCallerID
        self.liveCalls = liveCalls
    }

    /// Those of the caller's numbers that say something in the public network.
    fileprivate var callerIDsOutside: [Redacted<String>] { callerIDs.filter { PublicNumber($0.revealed) != nil } }
}

/// What a policy decided about a call out.
public enum OutboundVerdict: Hashable, Sendable {
    case permitted(PermittedOutboundCall)
    case refused(OutboundRefusal)
}

/// A call out that may be placed. Only the policy makes one, and nothing outside is dialled without one.
public struct PermittedOutboundCall: Hashable, Sendable {
    /// As the carrier dials it: with a plus sign, or an emergency number.
    public let number: Redacted<String>
    /// What the called party is shown.
    public let callerID: Redacted<String>
    public let isEmergency: Bool

    fileprivate init(number: Redacted<String>, callerID: Redacted<String>, isEmergency: Bool) {
        self.number = number
        self.callerID = callerID
        self.isEmergency = isEmergency
    }
}
