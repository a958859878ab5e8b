public import CallModel

/// The ended calls, the latest last, and the terminations that the exchange still has to get.
struct PastCalls: Hashable, Sendable {
    private(set) var entries: [PastCall] = []

    /// Remembers a call. If there are too many, the oldest call without a pending termination or request is forgotten
    /// first.
    mutating func add(_ call: PastCall, limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        entries.append(call)
        if call.waits { effects.append(.startTimer(.termination(call.id), after: limits.terminationDuration)) }
        guard entries.count > PhoneLimits.pastCallsMax else { return }
        let gone = entries.remove(at: entries.firstIndex { $0.termination == nil && $0.asks == nil } ?? 0)
        guard gone.termination != nil else { return }
        effects.append(.log(.terminationGivenUp(gone.id)))
        if gone.waits { effects.append(.stopTimer(.termination(gone.id))) }
    }

    /// The call that a push or an INVITE refers to.
    func find(_ naming: CallIdentifiers) -> PastCall? {
        entries.last { $0.isMeant(by: naming) && $0.round == naming.round } ?? entries.last { $0.isMeant(by: naming) }
    }

    /// Whether a remembered call has this name.
    func contains(_ id: CallUUID) -> Bool { entries.contains { $0.id == id } }

    /// An INVITE came for an ended call. Its line gets the pending termination.
    mutating func meet(_ id: CallUUID, on line: LineID, into effects: inout [PhoneEffect]) {
        guard let index = entries.lastIndex(where: { $0.id == id }), let words = entries[index].words else { return }
        if entries[index].waits { effects.append(.stopTimer(.termination(id))) }
        entries[index].line = line
        effects.append(.line(words.order(for: line)))
    }

    /// The exchange has not confirmed the termination that a line got, so it is pending again. It keeps the connection
    /// until the exchange brings the call once more, or its client has ended the call as one that it does not know.
    mutating func terminationLost(on line: LineID, limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        guard let index = entries.lastIndex(where: { $0.line == line && $0.termination != nil }) else { return }
        entries[index].line = nil
        effects.append(.startTimer(.termination(entries[index].id), after: limits.terminationDuration))
    }

    /// A line ended. Its termination has been sent or is no longer useful.
    mutating func lineEnded(_ line: LineID) {
        guard let index = entries.lastIndex(where: { $0.line == line }) else { return }
        entries[index].line = nil
        entries[index].termination = nil
        entries[index].mayStand = false
    }

    /// A connection is ready. Its client receives the calls that the session still has, and ends those of an earlier
    /// process: connected ones at once, calls that were being placed after a moment. If the connection is lost
    /// meanwhile, this waits for the next one.
    ///
    /// - Parameter duration: how long the connection is kept open for this.
    mutating func sessionTaken(
        for duration: Duration, where isThere: (PastCall) -> Bool, into effects: inout [PhoneEffect]
    ) {
        for call in entries where call.waits && call.mayStand && isThere(call) {
            effects.append(.startTimer(.termination(call.id), after: duration))
        }
    }

    /// The termination of a call is no longer useful.
    mutating func expire(_ id: CallUUID) {
        for index in entries.indices where entries[index].id == id && entries[index].line == nil {
            entries[index].termination = nil
        }
    }

    /// The exchange answered a request about a call, or will not answer any more.
    mutating func answered(_ request: RingRequests.Request) {
        for index in entries.indices where entries[index].id == request.call && entries[index].asks == request.kind {
            entries[index].asks = nil
        }
    }

    /// A call that another device had answered rings again. Its old name stays in use.
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
                provider: entries[index].provider, outcome: .answeredElsewhere, termination: nil, line: nil),
            limits: limits, into: &effects)
    }

    /// Removes a call that rang in an earlier process, because it is announced again.
    mutating func takeUp(session: CallSessionID?, vendor: VendorCallID?) -> PastCall? {
        openIndex(session: session, vendor: vendor).map { entries.remove(at: $0) }
    }

    /// Sets the outcome of a call that rang in an earlier process.
    ///
    /// - Returns: the name of the call.
    mutating func settle(_ naming: CallIdentifiers, _ outcome: EndReason) -> CallUUID? {
        guard let index = openIndex(session: naming.session, vendor: naming.vendor) else { return nil }
        entries[index].outcome = outcome
        return entries[index].id
    }

    private func openIndex(session: CallSessionID?, vendor: VendorCallID?) -> Int? {
        entries.lastIndex { $0.outcome == nil && $0.isNamed(session: session, vendor: vendor) }
    }

    /// Restores the ended calls of the previous process. Its lines no longer exist, nor do calls that only they
    /// identified.
    mutating func restore(_ past: [PastCall], limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        for call in past.suffix(PhoneLimits.pastCallsMax) {
            var call = call
            call.line = nil
            if call.session == nil, call.vendor == nil, !call.mayStand { call.termination = nil }
            if call.session == nil { call.asks = nil }
            add(call, limits: limits, into: &effects)
        }
    }
}

/// A call that has ended here. It is remembered so that a late push or INVITE of it is recognized and its termination is
/// sent.
public struct PastCall: Hashable, Sendable {
    /// The call's name toward the system, which is used no more.
    public let id: CallUUID
    /// The exchange's id of the call; `nil`: unknown.
    public let session: CallSessionID?
    /// The round in which the session rang this device.
    public var round: RingRound = .first
    /// The id that the vendor's messages give it; `nil`: unknown.
    public let vendor: VendorCallID?
    /// The organization whose call it was; `nil`: unknown.
    public let organization: OrganizationID?
    /// The provider of the call.
    public let provider: SignalingProvider
    /// The outcome; `nil` for a call that rang in an earlier process and may still ring.
    public var outcome: EndReason?
    /// The termination that the exchange has not received, as far as known.
    public var termination: CallTermination?
    /// The line that got the termination, until it ends.
    public var line: LineID?
    /// The pending request to the exchange, beside signaling.
    public var asks: RingRequests.Kind?
    /// Whether the call was connected or placed and may still exist in the signaling session, which outlives the
    /// process.
    public var mayStand = false

    /// Whether a termination is pending and there is no line for it.
    var waits: Bool { termination != nil && line == nil }

    /// The termination for a line that brings this call. A call that was answered here is hung up, however late its line
    /// comes.
    var words: CallTermination? { termination ?? (mayStand ? .hangUp : nil) }

    /// Whether news concern this call in this round or an earlier one. The call says nothing about later rounds.
    func isMeant(by naming: CallIdentifiers) -> Bool {
        guard isNamed(session: naming.session, vendor: naming.vendor) else { return false }
        return session == nil || naming.session == nil || naming.round <= round
    }

    func isNamed(session other: CallSessionID?, vendor otherVendor: VendorCallID?) -> Bool {
        if let session, let other { return session == other }
        if let vendor, let otherVendor { return vendor == otherVendor }
        return false
    }
}

/// The stored form omits the line, because lines end with the process.
extension PastCall: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, session, round, vendor, organization, provider, outcome, asks, mayStand
        /// By the name that records of earlier versions have.
        case termination = "farewell"
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
            termination: try values.decodeIfPresent(CallTermination.self, forKey: .termination), line: nil,
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
        try values.encodeIfPresent(termination, forKey: .termination)
        try values.encodeIfPresent(asks, forKey: .asks)
        if mayStand { try values.encode(mayStand, forKey: .mayStand) }
    }
}

/// A termination: how the exchange is told that a call has ended here.
public enum CallTermination: String, CaseIterable, Hashable, Sendable, Codable {
    /// The person declined.
    case decline
    /// The person declined on all of their devices.
    case declineEverywhere
    /// There was no room for the call.
    case busy
    /// The person had answered, and the call ended.
    case hangUp

    /// The termination of a call that the person declines.
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
