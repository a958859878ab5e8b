/// A call of a scenario, as the exchange and the other side know it.
public struct ScenarioCall: Hashable, Sendable {
    /// An id by which a message can name the call.
    public enum Mark: String, CaseIterable, Hashable, Sendable {
        /// The exchange's id of the call.
        case session
        /// The vendor's id of the call.
        case vendor
    }

    /// Its name in the scenario.
    public var id: ScenarioCallName
    /// The other side's number.
    public var number: String
    /// The other side's name; nil if it is unknown.
    public var name: String?
    /// The organization whose call it is.
    public var organization: String
    /// The organization's display name; nil if the exchange does not tell it.
    public var organizationName: String?
    /// Whether the carrier has the call, so that its INVITE comes over the phone's registration there; the carrier may
    /// push too.
    public var isOfCarrier = false
    /// The time to the INVITE, once the call rings and a connection is ready; nil is never.
    public var inviteAfter: Duration? = .milliseconds(100)
    /// The time from the answer to audio; nil is never.
    public var mediaAfter: Duration? = .milliseconds(100)
    /// How long the exchange rings.
    public var ringsFor: Duration = .seconds(30)
    /// How long the attendant then greets the caller before it records a message; nil if there is no attendant.
    public var greetsFor: Duration?
    /// Whether the carrier keeps the INVITE for a phone that is not connected.
    public var isKeptByCarrier = true
    /// The ids in our push.
    public var pushNames: [Mark] = [.session]
    /// The ids in the vendor's push.
    public var vendorPushNames: [Mark] = [.vendor]
    /// The ids in the INVITE.
    public var inviteNames: [Mark] = [.session, .vendor]
    /// Another call with whose session this one rings, as when the same caller rings again.
    public var sessionOf: ScenarioCallName?

    /// Makes a call.
    public init(_ id: ScenarioCallName, number: String, name: String? = nil, organization: String = "blue") {
        self.id = id
        self.number = number
        self.name = name
        self.organization = organization
    }

    /// The other side's name as shown to the user.
    public var shownName: String {
        let caller = name ?? number
        return organizationName.map { "\(caller) · \($0)" } ?? caller
    }
}

/// The name of a call in a scenario.
public struct ScenarioCallName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let text: String

    /// Makes a name from its text.
    public init(_ text: String) {
        self.text = text
    }

    public init(stringLiteral text: String) {
        self.text = text
    }

    public var description: String { text }
}

/// The exchange's state of a call.
public enum ExchangeCallState: String, CaseIterable, Hashable, Sendable {
    /// The call has not been placed.
    case notCalled = "not called"
    /// It rings on the phone, or is about to.
    case ringing
    /// The attendant greets the caller; until the greeting ends, the user may take the call back.
    case withAttendant = "with the attendant"
    /// The user has dialed, and the other side has not answered.
    case dialed
    /// The user has answered.
    case answeredHere = "answered here"
    case answeredThere = "answered there"
    case declinedHere = "declined here"
    /// Declined because of another call.
    case busyHere = "busy here"
    case cancelledHere = "cancelled here"
    case hungUpHere = "hung up here"
    case hungUpThere = "hung up there"
    /// The caller gave up before an answer.
    case callerHungUp = "caller hung up"
    case refusedThere = "refused there"
    case answeredElsewhere = "answered elsewhere"
    case declinedElsewhere = "declined elsewhere"
    /// It rang for its whole time.
    case notAnswered = "not answered"
    /// The phone lost the call's connection and did not come back.
    case lost

    /// Whether the call is in progress.
    public var isLive: Bool {
        switch self {
        case .ringing, .withAttendant, .dialed, .answeredHere, .answeredThere: true
        case .notCalled, .declinedHere, .busyHere, .cancelledHere, .hungUpHere, .hungUpThere, .callerHungUp,
            .refusedThere, .answeredElsewhere, .declinedElsewhere, .notAnswered, .lost:
            false
        }
    }

    /// Whether the call is answered.
    public var isTalking: Bool { self == .answeredHere || self == .answeredThere }
}
