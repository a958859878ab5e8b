public import CallModel
public import Redaction

/// Decides who may call the public network, which numbers, and under which number of their own: the part of
/// ``CallingPolicy`` about calls out.
///
/// The policy is pure: the data about the caller is in the ``OutboundAttempt``.
public struct OutboundPolicy: Hashable, Sendable {
    /// How a call to an emergency number is treated.
    public enum EmergencyRule: String, Hashable, Sendable, CaseIterable {
        /// It is refused with that reason, so that the caller takes another telephone at once.
        case refused
        /// It is dialed before every other call. The carrier must know the address of the number it comes from.
        case routed
    }

    /// The reason why calls out may be recorded.
    public enum Recording: String, Hashable, Sendable, CaseIterable {
        /// Both parties have agreed to it, or were told before the call.
        case consented
        /// An announcement tells both parties at the beginning of the call.
        case announced
    }

    /// The organizations whose members may call out; nil: all.
    public var organizations: Set<String>?
    /// The country code, in digits, of numbers without a plus sign; nil: such numbers cannot be called.
    public var country: String?
    /// How calls to ``emergencyNumbers`` are treated.
    public var emergency = EmergencyRule.refused
    /// The numbers that count as emergency numbers, with or without the country code in front.
    public var emergencyNumbers = EmergencyNumber.usual
    /// Prefixes of numbers that may and may not be called. The longest prefix that matches decides.
    public var allowed: Set<String> = ["+"]
    /// Prefixes that may not be called; see ``allowed``.
    public var forbidden = OutboundPolicy.usuallyForbidden
    /// How long the called number rings.
    public var ringTime = Duration.seconds(60)
    /// The number of calls in which a user may not place another.
    public var callsAtOnce = 5
    /// The reason why calls are recorded; nil: they are not.
    public var recording: Recording?

    /// Numbers that cost the caller more than a call: premium services of North America (900, 976) and of the world
    /// (979), and the satellite and other networks that fraud calls (870, 878, 881, 882, 883). Source: ITU-T E.164
    /// list of codes.
    public static let usuallyForbidden: Set<String> = [
        "+1900", "+1976", "+870", "+878", "+881", "+882", "+883", "+979",
    ]

    public init() {}

    /// Decides about a call out.
    public func verdict(on attempt: OutboundAttempt) -> OutboundVerdict {
        guard attempt.isMember else { return .refused(.notMember) }
        let dialed = attempt.dialed.revealed
        if let help = EmergencyNumber.named(dialed, among: emergencyNumbers, in: country) {
            guard emergency == .routed else { return .refused(.emergency) }
            return .permitted(call(to: help, isEmergency: true, attempt))
        }
        guard organizations?.contains(attempt.organization) ?? true else { return .refused(.organizationMayNot) }
        guard let number = PublicNumber(dialed: dialed, in: country) else { return .refused(.notPublicNumber) }
        guard allows(number) else { return .refused(.forbiddenNumber) }
        guard attempt.liveCalls < callsAtOnce else { return .refused(.tooManyCalls) }
        guard attempt.askedCallerID == nil || askedCallerID(of: attempt) != nil else {
            return .refused(.callerIDNotAllowed)
        }
        return .permitted(call(to: number.text, isEmergency: false, attempt))
    }

    /// Whether the prefixes allow a number. Of an allowing and a forbidding prefix of equal length, the forbidding
    /// one decides.
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

    /// The number to show: the one asked for, or else the first the caller may show. A call for help is placed even
    /// if the caller asked for another.
    private func callerID(of attempt: OutboundAttempt) -> Redacted<String> {
        askedCallerID(of: attempt) ?? attempt.callerIDsOutside.first ?? attempt.usualCallerID
    }

    /// The number asked for; nil if the caller may not show it.
    private func askedCallerID(of attempt: OutboundAttempt) -> Redacted<String>? {
        guard let asked = attempt.askedCallerID.flatMap({ PublicNumber(dialed: $0.revealed, in: country) }) else {
            return nil
        }
        let own = attempt.callerIDsOutside
        return (own.isEmpty ? [attempt.usualCallerID] : own).first {
            PublicNumber(dialed: $0.revealed, in: country) == asked
        }
    }
}

/// A call out that a device places, and the data about its caller.
public struct OutboundAttempt: Hashable, Sendable {
    /// The organization the device is registered for.
    public var organization: String
    /// Whether the caller is a member of it.
    public var isMember: Bool
    /// The dialed text, as the device sent it.
    public var dialed: Redacted<String>
    /// The number that the app asks to be shown.
    public var askedCallerID: Redacted<String>?
    /// The numbers the caller may show, the usual one first: the organization's and the user's own.
    public var callerIDs: [Redacted<String>]
    /// The number to show if there is no such number.
    public var usualCallerID: Redacted<String>
    /// The number of live calls the caller is in.
    public var liveCalls: Int

    public init(
        for organization: String, isMember: Bool, dialing dialed: Redacted<String>,
        askedCallerID: Redacted<String>? = nil, callerIDs: [Redacted<String>] = [], usualCallerID: Redacted<String>,
        liveCalls: Int = 0
    ) {
        self.organization = organization
        self.isMember = isMember
        self.dialed = dialed
        self.askedCallerID = askedCallerID
        self.callerIDs = callerIDs
        self.usualCallerID = usualCallerID
        self.liveCalls = liveCalls
    }

    /// The caller's numbers that are public numbers.
    fileprivate var callerIDsOutside: [Redacted<String>] { callerIDs.filter { PublicNumber($0.revealed) != nil } }
}

/// The decision of the policy about a call out.
public enum OutboundVerdict: Hashable, Sendable {
    case permitted(PermittedOutboundCall)
    case refused(OutboundRefusal)
}

/// A call out that may be placed. Only the policy makes one, and nothing outside is dialed without one.
public struct PermittedOutboundCall: Hashable, Sendable {
    /// The number the carrier dials: with a plus sign, or an emergency number.
    public let number: Redacted<String>
    /// The number that the called party is shown.
    public let callerID: Redacted<String>
    /// Whether it is dialed before every other call, and over the account's limit.
    public let isEmergency: Bool

    fileprivate init(number: Redacted<String>, callerID: Redacted<String>, isEmergency: Bool) {
        self.number = number
        self.callerID = callerID
        self.isEmergency = isEmergency
    }
}
