internal import CallModel
public import Redaction
public import RingCore

/// A number of an organization with the users that it rings when a carrier's caller or a device of the exchange calls
/// it.
public struct CalledNumber: Sendable {
    /// The users that begin to ring at one time. Users of earlier stages keep ringing.
    public struct Stage: Hashable, Sendable {
        /// The most stages of a number: each waits for the one before, and no call rings for longer than two minutes.
        public static let countMax = 8
        /// The names of users in ringing order.
        public var users: [String]
        /// Outside numbers that are rung too. A person who answers there has to press a key, as a machine may answer.
        public var outside: [Redacted<String>]

        public init(users: [String], outside: [Redacted<String>] = []) {
            self.users = users
            self.outside = outside
        }
    }

    /// The most outside numbers that one call rings: each costs a dial, and the call to it.
    public static let outsideMax = 5

    /// The number as callers dial it; a carrier's number is written with a plus sign and the country code.
    public var number: Redacted<String>
    /// The stages; the first rings at once. `RingPolicy.stageTimes` says when the others begin.
    public var stages: [Stage]
    /// The organization that has the number.
    public var organization: String
    /// How long it rings, and what happens when no device answers.
    public var policy: RingPolicy
    /// The consent on which its conversations are recorded, where they are to be.
    public var consent: RecordingConsent
    /// Whether members of its organization may show it when they call out.
    public var isCallerID = true

    /// A number that rings all its users at once.
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

    /// The names of all users that may be rung, in ringing order. The first one has the outside numbers.
    public var users: [String] { stages.flatMap(\.users) }

    /// All outside numbers that may be rung, in order.
    public var outside: [Redacted<String>] { stages.flatMap(\.outside) }
}

extension ConfigurationFile {
    /// The shortest ringing in seconds: a dial that cannot ring for `RingLimits.ringTimeMin` is not made, and Telnyx
    /// allows no shorter one. Source: `timeout_secs` of a dial.
    private static let ringSecondsMin = 5
    private static let ringSeconds = ringSecondsMin...Int(RingLimits.ringTimeMax.components.seconds)
    static let numberKeys = [
        "number", "users", "stages", "forward-to", "organization", "ring-seconds", "voicemail", "busy",
        "record-conversations", "consent", "caller-id",
    ]
    private static let stageKeys = ["users", "seconds", "forward-to"]

    /// - Parameter reachesOutside: whether the number is a carrier's, which can ring other numbers for it.
    static func number(
        _ entry: ConfigurationSection, reachesOutside: Bool
    ) throws(ExchangeServerError) -> CalledNumber {
        let stages = try entry.sections("stages", keys: stageKeys)
        var number = CalledNumber(
            Redacted(try entry.requiredText("number")), stages: try self.stages(stages, of: entry))
        number.organization = try entry.text("organization") ?? number.organization
        try readTimes(of: stages, entry, into: &number.policy)
        number.policy.hasVoicemail = try entry.boolean("voicemail") ?? number.policy.hasVoicemail
        number.policy.recordsConversations = try entry.boolean("record-conversations") ?? false
        number.consent = try consent(entry) ?? number.consent
        number.isCallerID = try entry.boolean("caller-id") ?? number.isCallerID
        guard !number.policy.recordsConversations || number.consent != .none else {
            throw entry.complaint("consent", "must be given or announcement where conversations are recorded")
        }
        switch try entry.text("busy") {
        case nil, "call-waiting": number.policy.busy = .callWaiting
        case "skip": number.policy.busy = .skip
        default: throw entry.complaint("busy", "must be call-waiting or skip")
        }
        try check(number, entry, reachesOutside)
        return number
    }

    /// Reads a number in JSON with the file's keys.
    static func number(ofJSON text: String, reachesOutside: Bool) throws(ExchangeServerError) -> CalledNumber {
        guard let node = try compose(text, file: "number") else {
            throw ExchangeServerError(.configuration, "number is missing")
        }
        let entry = try ConfigurationSection(node, file: "number", path: "", keys: numberKeys)
        return try number(entry, reachesOutside: reachesOutside)
    }

    static func consent(_ entry: ConfigurationSection) throws(ExchangeServerError) -> RecordingConsent? {
        switch try entry.text("consent") {
        case nil: nil
        case "none": RecordingConsent.none
        case "given": .given
        case "announcement": .byAnnouncement
        default: throw entry.complaint("consent", "must be none, given or announcement")
        }
    }

    // MARK: - Stages

    private static func stages(
        _ stages: [ConfigurationSection], of entry: ConfigurationSection
    ) throws(ExchangeServerError) -> [CalledNumber.Stage] {
        guard entry.has("stages") else { return [try stage(entry)] }
        for key in ["users", "forward-to"] where entry.has(key) {
            throw entry.complaint(key, "and stages are both given; whom a stage rings stands in the stage")
        }
        guard 1...CalledNumber.Stage.countMax ~= stages.count else {
            throw entry.complaint("stages", "must be 1 to \(CalledNumber.Stage.countMax)")
        }
        var found: [CalledNumber.Stage] = []
        for stage in stages { found.append(try self.stage(stage)) }
        return found
    }

    private static func stage(_ section: ConfigurationSection) throws(ExchangeServerError) -> CalledNumber.Stage {
        let outside = try section.texts("forward-to")
        guard outside.allSatisfy({ PublicNumber($0) != nil }) else {
            throw section.complaint("forward-to", "must be numbers such as +15550100: a plus sign and 7 to 15 digits")
        }
        let users = try section.texts("users")
        guard !users.isEmpty || !outside.isEmpty else {
            throw section.complaint("users", "must name one user or more")
        }
        return CalledNumber.Stage(users: users, outside: outside.map { Redacted($0) })
    }

    private static func check(
        _ number: CalledNumber, _ entry: ConfigurationSection, _ reachesOutside: Bool
    ) throws(ExchangeServerError) {
        let key = entry.has("stages") ? "stages" : "users"
        guard !number.users.isEmpty else { throw entry.complaint(key, "must name one user or more") }
        if entry.has("stages"), let twice = firstTwice(number.users) {
            throw entry.complaint(
                key,
                """
                user \(twice) is named in two stages; a user who has begun to ring goes on ringing, so name each user once
                """)
        }
        let outside = number.outside.map(\.revealed)
        let outsideKey = entry.has("stages") ? "stages" : "forward-to"
        guard outside.isEmpty || reachesOutside else {
            throw entry.complaint(outsideKey, "lead outside: only numbers of telnyx can be forwarded")
        }
        guard outside.count <= CalledNumber.outsideMax, firstTwice(outside) == nil,
            !outside.contains(number.number.revealed)
        else {
            throw entry.complaint(
                outsideKey,
                "may lead to \(CalledNumber.outsideMax) numbers outside at most, each once, and not to the number itself"
            )
        }
    }

    private static func firstTwice(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }

    // MARK: - Times

    /// Reads the stages' times. The last stage rings until the ringing ends: its seconds or the number's `ring-seconds`
    /// set that end.
    private static func readTimes(
        of stages: [ConfigurationSection], _ entry: ConfigurationSection, into policy: inout RingPolicy
    ) throws(ExchangeServerError) {
        let whole = try entry.integer("ring-seconds", in: ringSeconds)
        var times: [Int] = []
        for stage in stages.dropLast() {
            times.append(
                try stage.integer("seconds", in: 1...ringSeconds.upperBound)
                    ?? Int(policy.stageTime.components.seconds))
        }
        let before = times.reduce(0, +)
        var ringTime = whole ?? Int(policy.ringTime.components.seconds)
        if let last = try stages.last?.integer("seconds", in: 1...ringSeconds.upperBound) {
            guard whole == nil else {
                throw entry.complaint("ring-seconds", "and the seconds of the last stage are both given; keep one")
            }
            ringTime = before + last
        }
        guard ringSeconds.contains(ringTime) else {
            throw entry.complaint(
                "stages",
                "ring for \(ringTime) seconds together; it must be \(ringSeconds.lowerBound) to \(ringSeconds.upperBound)"
            )
        }
        guard before < ringTime else {
            throw entry.complaint("stages", "begin after \(before) seconds, when the ringing is over")
        }
        policy.ringTime = .seconds(ringTime)
        if !times.isEmpty { policy.stageTimes = times.map { .seconds($0) } }
    }
}
