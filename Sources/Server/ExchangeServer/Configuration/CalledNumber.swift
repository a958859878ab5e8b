public import Redaction
public import RingCore

/// A number of an organisation, and who is rung when it is called: over a carrier, or by a device of the exchange.
public struct CalledNumber: Sendable {
    /// Who begins to ring at one time. Whoever rang before rings on.
    public struct Stage: Hashable, Sendable {
        /// The most of one number: each waits for the one before, and no call rings for longer than two minutes.
        public static let countMax = 8
        /// Names of users, in the order they are rung.
        public var users: [String]
        /// Numbers outside that are rung too. Whoever answers one has to press a key: it may be a machine.
        public var outside: [Redacted<String>]

        public init(users: [String], outside: [Redacted<String>] = []) {
            self.users = users
            self.outside = outside
        }
    }

    /// The most numbers outside that one call rings: each costs a dial, and the call to it.
    public static let outsideMax = 5

    /// As callers dial it; one of a carrier's as the carrier writes it, with a plus sign and the country in front.
    public var number: Redacted<String>
    /// Who is rung, the first at once. `RingPolicy.stageTimes` says when the others are.
    public var stages: [Stage]
    /// Whose number it is.
    public var organization: String
    public var policy: RingPolicy
    /// What allows that its conversations are recorded, where they are to be.
    public var consent: RecordingConsent
    /// Whether members of its organisation may show it when they call out.
    public var isCallerID = true

    /// A number that rings everybody at once.
    public init(
        _ number: Redacted<String>, users: [String], organization: String = UserEntry.usualOrganization,
        policy: RingPolicy = RingPolicy(), consent: RecordingConsent = .none
    ) {
        self.init(
            number, stages: [Stage(users: users)], organization: organization, policy: policy, consent: consent)
    }

    public init(
        _ number: Redacted<String>, stages: [Stage], organization: String = UserEntry.usualOrganization,
        policy: RingPolicy = RingPolicy(), consent: RecordingConsent = .none
    ) {
        self.number = number
        self.stages = stages
        self.organization = organization
        self.policy = policy
        self.consent = consent
    }

    /// Names of everybody who may be rung, in the order they are. The first has the numbers outside.
    public var users: [String] { stages.flatMap(\.users) }

    /// Every number outside that may be rung, in order.
    public var outside: [Redacted<String>] { stages.flatMap(\.outside) }
}
