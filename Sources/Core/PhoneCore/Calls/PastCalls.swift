public import CallModel

/// The calls that are over, the latest last, and what the exchange is still to be told of them.
struct PastCalls: Hashable, Sendable {
    private(set) var entries: [PastCall] = []

    /// Remembers a call; the oldest is forgotten when there are too many, one with nothing left to say first.
    mutating func add(_ call: PastCall, limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        entries.append(call)
        if call.waits { effects.append(.startTimer(.farewell(call.id), after: limits.farewellDuration)) }
        guard entries.count > PhoneLimits.pastCallsMax else { return }
        let gone = entries.remove(at: entries.firstIndex { $0.farewell == nil && $0.asks == nil } ?? 0)
        guard gone.farewell != nil else { return }
        effects.append(.log(.farewellGivenUp(gone.id)))
        if gone.waits { effects.append(.stopTimer(.farewell(gone.id))) }
    }

    /// The call a push or an INVITE speaks of.
    func find(_ naming: CallNaming) -> PastCall? {
        entries.last { $0.isMeant(by: naming) && $0.round == naming.round } ?? entries.last { $0.isMeant(by: naming) }
    }

    /// Whether that name was used.
    func contains(_ id: CallUUID) -> Bool { entries.contains { $0.id == id } }

    /// An INVITE came for a call that is over: says what there is to say.
    mutating func meet(_ id: CallUUID, on line: LineID, into effects: inout [PhoneEffect]) {
        guard let index = entries.lastIndex(where: { $0.id == id }), let words = entries[index].words else { return }
        if entries[index].waits { effects.append(.stopTimer(.farewell(id))) }
        entries[index].line = line
        effects.append(.line(words.order(for: line)))
    }

    /// A line is over: whatever was to be said on it is said, or of no more use.
    mutating func lineEnded(_ line: LineID) {
        guard let index = entries.lastIndex(where: { $0.line == line }) else { return }
        entries[index].line = nil
        entries[index].farewell = nil
        entries[index].mayStand = false
    }

    /// A connection stands. Its client is given the calls that the session still has, and ends those of a process before it: at
    /// once what stood, after a moment what was being placed. Where it is lost meanwhile that waits for the next.
    ///
    /// - Parameter duration: how long the connection is kept for it.
    mutating func sessionTaken(
        for duration: Duration, where isThere: (PastCall) -> Bool, into effects: inout [PhoneEffect]
    ) {
        for call in entries where call.waits && call.mayStand && isThere(call) {
            effects.append(.startTimer(.farewell(call.id), after: duration))
        }
    }

    /// What was left to say of it has lost its use.
    mutating func expire(_ id: CallUUID) {
        for index in entries.indices where entries[index].id == id && entries[index].line == nil {
            entries[index].farewell = nil
        }
    }

    /// The exchange was asked of a call, and answered, or will not.
    mutating func answered(_ request: RingRequests.Request) {
        for index in entries.indices where entries[index].id == request.call && entries[index].asks == request.kind {
            entries[index].asks = nil
        }
    }

    /// A call that another device had taken rings anew. The name it had stays in use.
    mutating func reopen(
        _ session: CallSessionID, _ round: RingRound, limits: PhoneLimits, into effects: inout [PhoneEffect]
    ) {
        guard
            let index = entries.lastIndex(where: {
                $0.session == session && $0.round == round && $0.outcome == .answeredElsewhere
            })
        else { return }
        entries[index].outcome = nil
        add(
            PastCall(
                id: entries[index].id, session: nil, vendor: nil, organization: nil,
                provider: entries[index].provider, outcome: .answeredElsewhere, farewell: nil, line: nil),
            limits: limits, into: &effects)
    }

    /// Takes out a call that a process before this one rang for, because it is announced again.
    mutating func takeUp(session: CallSessionID?, vendor: VendorCallID?) -> PastCall? {
        openIndex(session: session, vendor: vendor).map { entries.remove(at: $0) }
    }

    /// How a call ended that a process before this one rang for.
    ///
    /// - Returns: what it was called.
    mutating func settle(_ naming: CallNaming, _ outcome: EndReason) -> CallUUID? {
        guard let index = openIndex(session: naming.session, vendor: naming.vendor) else { return nil }
        entries[index].outcome = outcome
        return entries[index].id
    }

    private func openIndex(session: CallSessionID?, vendor: VendorCallID?) -> Int? {
        entries.lastIndex { $0.outcome == nil && $0.isNamed(session: session, vendor: vendor) }
    }

    /// What a process before this one knew. Lines are gone with it, and with them whatever only they knew.
    mutating func restore(_ past: [PastCall], limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        for call in past.suffix(PhoneLimits.pastCallsMax) {
            var call = call
            call.line = nil
            if call.session == nil, call.vendor == nil, !call.mayStand { call.farewell = nil }
            if call.session == nil { call.asks = nil }
            add(call, limits: limits, into: &effects)
        }
    }
}

/// A call that is over here: remembered so that a late push or INVITE of it is recognised, and what is left to say said.
public struct PastCall: Hashable, Sendable {
    public let id: CallUUID
    public let session: CallSessionID?
    /// Which ringing of this device by that session it was.
    public var round: RingRound = .first
    public let vendor: VendorCallID?
    public let organization: OrganizationID?
    /// With whom it was.
    public let provider: SignalingProvider
    /// What it was; `nil` for one that a process before this one was ringing for and that may ring still.
    public var outcome: EndReason?
    /// What the exchange has not been told, as far as is known.
    public var farewell: FarewellWords?
    /// The line that was told, until it says that it is over.
    public var line: LineID?
    /// What the exchange is still to be asked of it, beside signalling.
    public var asks: RingRequests.Kind?
    /// Whether it stood or was placed, and may stand still in the signalling session, which outlives the process.
    public var mayStand = false

    /// Whether the exchange is to be told and has no line to be told on.
    var waits: Bool { farewell != nil && line == nil }

    /// What a line that brings it is told: of one that was taken here, that it is over, however late it comes.
    var words: FarewellWords? { farewell ?? (mayStand ? .hangUp : nil) }

    /// Whether news are about it, or about a round before: of a later one it says nothing.
    func isMeant(by naming: CallNaming) -> Bool {
        guard isNamed(session: naming.session, vendor: naming.vendor) else { return false }
        return session == nil || naming.session == nil || naming.round <= round
    }

    func isNamed(session other: CallSessionID?, vendor otherVendor: VendorCallID?) -> Bool {
        if let session, let other { return session == other }
        if let vendor, let otherVendor { return vendor == otherVendor }
        return false
    }
}

/// Its line is left out: lines end with the process.
extension PastCall: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, session, round, vendor, organization, provider, outcome, farewell, asks, mayStand
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(CallUUID.self, forKey: .id),
            session: try values.decodeIfPresent(CallSessionID.self, forKey: .session),
            round: try values.decodeIfPresent(RingRound.self, forKey: .round) ?? .first,
            vendor: try values.decodeIfPresent(VendorCallID.self, forKey: .vendor),
            organization: try values.decodeIfPresent(OrganizationID.self, forKey: .organization),
            provider: try values.decodeIfPresent(SignalingProvider.self, forKey: .provider) ?? .exchange,
            outcome: try values.decodeIfPresent(EndReason.self, forKey: .outcome),
            farewell: try values.decodeIfPresent(FarewellWords.self, forKey: .farewell), line: nil,
            asks: try values.decodeIfPresent(RingRequests.Kind.self, forKey: .asks),
            mayStand: try values.decodeIfPresent(Bool.self, forKey: .mayStand) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encodeIfPresent(session, forKey: .session)
        try values.encode(round, forKey: .round)
        try values.encodeIfPresent(vendor, forKey: .vendor)
        try values.encodeIfPresent(organization, forKey: .organization)
        try values.encode(provider, forKey: .provider)
        try values.encodeIfPresent(outcome, forKey: .outcome)
        try values.encodeIfPresent(farewell, forKey: .farewell)
        try values.encodeIfPresent(asks, forKey: .asks)
        if mayStand { try values.encode(mayStand, forKey: .mayStand) }
    }
}

/// What the exchange is still to be told of a call that is over here.
public enum FarewellWords: String, CaseIterable, Hashable, Sendable, Codable {
    /// The person turned it down.
    case decline
    /// The person turned it down on all of their devices.
    case declineEverywhere
    /// There was no room for it.
    case busy
    /// The person took it and it is over.
    case hangUp

    /// What is said of a call that the person declines.
    init(declining scope: DeclineScope) {
        switch scope {
        case .here: self = .decline
        case .everywhere: self = .declineEverywhere
        }
    }

    func order(for line: LineID) -> LineOrder {
        switch self {
        case .decline, .declineEverywhere: .decline(line, isBusy: false)
        case .busy: .decline(line, isBusy: true)
        case .hangUp: .hangUp(line)
        }
    }
}
