/// The end of a call with everything the peers said about it.
///
/// Endings are totally ordered, and merging two takes the greater. So all devices reach the same ending in whatever
/// order the reports arrive, and a repeated report changes nothing.
public struct Ending: Hashable, Sendable, Codable {
    /// How it ended.
    public let reason: EndReason
    /// The cause on the wire.
    public let cause: HangUpCause
    /// The SIP status behind it, when there was one.
    public let sipCode: UInt16?
    /// The phrase of that status: free text of the peer, whose length the reader of the wire bounds.
    public let sipReason: String?

    /// Makes an ending of which only the reason is known, with the usual cause and SIP status of that reason.
    public init(_ reason: EndReason) {
        self.init(
            reason, cause: reason.defaultCause, sipCode: reason.defaultSIPCode, sipReason: reason.defaultSIPReason)
    }

    /// Makes an ending as a peer reported it; missing details stay missing.
    public init(_ reason: EndReason, cause: HangUpCause, sipCode: UInt16? = nil, sipReason: String? = nil) {
        self.reason = reason
        self.cause = cause
        self.sipCode = sipCode
        self.sipReason = sipReason
    }

    /// Merges two reports of the end of one call: the greater one wins.
    ///
    /// A join: commutative, associative, idempotent.
    public func joined(with other: Ending) -> Ending { self < other ? other : self }

    /// The ending that another device of the session gets; it keeps the details only if it keeps the reason.
    public func reported(to party: Party) -> Ending {
        let told = reason.reported(to: party)
        return told == reason ? self : Ending(told)
    }
}

extension Ending: Comparable {
    /// Orders by reason, then by how much is known: a cause other than the usual one, the greater cause,
    /// a SIP status, the greater status, a phrase, the greater phrase by its UTF-8 bytes.
    public static func < (left: Ending, right: Ending) -> Bool {
        guard left.reason == right.reason else { return left.reason < right.reason }
        guard left.cause == right.cause else { return left.causeRank < right.causeRank }
        guard left.sipCode == right.sipCode else { return left.sipRank < right.sipRank }
        switch (left.sipReason, right.sipReason) {
        case (nil, nil), (_?, nil): return false
        case (nil, _?): return true
        case (let left?, let right?): return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }

    private var causeRank: UInt32 { UInt32(cause.code) + (cause == reason.defaultCause ? 0 : 1 << 16) }
    private var sipRank: Int32 { sipCode.map(Int32.init) ?? -1 }
}

extension Ending: CustomStringConvertible {
    /// Reason, cause and SIP status; not the peer's phrase, which is free text.
    public var description: String {
        "\(reason), \(cause)" + (sipCode.map { ", SIP \($0)" } ?? "")
    }
}

/// Why the exchange refuses a call out to the public network. The raw values are stored and sent, so they never change.
public enum OutboundRefusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// The exchange makes no calls out.
    case notConfigured
    /// The caller is no member of the organization that the device is registered for.
    case notMember
    /// The organization makes no calls out.
    case organizationMayNot
    /// The dialed text is no number of the public network.
    case notPublicNumber
    /// The number is an emergency number, which the exchange does not route.
    case emergency
    /// The configuration forbids numbers with this prefix.
    case forbiddenNumber
    /// The caller is in as many calls as one user may be.
    case tooManyCalls
    /// The caller may not show the requested caller id.
    case callerIDNotAllowed

    /// The sentence that a person reads. Phones recognize the refusal by it, so it never changes.
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

    /// Recognizes a refusal by its cause and phrase, which no other ending has together; nil: the ending is no refusal.
    public init?(_ ending: Ending) {
        let refusal = Self.allCases.first {
            $0.ending.cause == ending.cause && $0.ending.sipReason == ending.sipReason
        }
        guard let refusal else { return nil }
        self = refusal
    }

    /// The ending that the caller gets. Source: ITU-T Q.850: 28 invalid number format, 42 congestion, 52 outgoing call
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
