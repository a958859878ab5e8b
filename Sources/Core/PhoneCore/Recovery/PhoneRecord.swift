public import CallModel
public import Redaction

/// What outlives the process: enough to tell the person and the exchange afterwards what became of every call.
public struct PhoneRecord: Hashable, Sendable {
    /// Raised with every change that an older reader would misunderstand.
    public static let schemaVersion = 2

    /// The calls that are not over.
    public var calls: [CallRecord] = []
    /// Calls besides that the system may have, and of which nobody need be told: over, thrown away, or not placed yet.
    public var otherCalls: [CallUUID] = []
    /// The calls that are, as far as somebody may still speak of them or be told of them.
    public var past: [PastCall] = []
    /// Whose credentials are on the device, and which organization is in use.
    public var organizations = OrganizationRecord()
    /// How the person's session with the exchange stands.
    public var session = SessionRecord()
    /// When the exchange is asked for credentials.
    public var credentials = CredentialRecord()
    /// The push token, and whether the exchange has it.
    public var tokens = TokenRecord()
    /// The push key, and whether the exchange has it.
    public var pushKey = PushKeyRecord()
    /// Missed and dropped calls the person may not know of.
    public var notices = NoticeLedger()
    /// Who signed in with Apple, and what Apple says only once.
    public var signIn = SignInRecord()
    /// What a sign-out has still to do.
    public var signOut = SignOut()
    /// Whether the last person who signed in has signed out. The exchange may not have heard of it, and a push may have
    /// been on its way.
    public var hasSignedOut = false

    /// Nothing to remember.
    public init() {}
}

/// One file, written whole. What an earlier version did not write is as if nothing had been there; what a later version
/// wrote is not touched.
extension PhoneRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case schema, calls, otherCalls, past, organizations, session, credentials, tokens, pushKey, notices, signIn,
            signOut, hasSignedOut
    }

    /// Reads a record.
    ///
    /// - Throws: `RecordFault.newer`, or what the decoder found wrong; see ``RecordFault/init(_:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .schema) <= Self.schemaVersion else { throw RecordFault.newer }
        self.init()
        calls = try values.decodeIfPresent([CallRecord].self, forKey: .calls) ?? calls
        otherCalls = try values.decodeIfPresent([CallUUID].self, forKey: .otherCalls) ?? otherCalls
        past = try values.decodeIfPresent([PastCall].self, forKey: .past) ?? past
        organizations = try values.decodeIfPresent(OrganizationRecord.self, forKey: .organizations) ?? organizations
        session = try values.decodeIfPresent(SessionRecord.self, forKey: .session) ?? session
        credentials = try values.decodeIfPresent(CredentialRecord.self, forKey: .credentials) ?? credentials
        tokens = try values.decodeIfPresent(TokenRecord.self, forKey: .tokens) ?? tokens
        pushKey = try values.decodeIfPresent(PushKeyRecord.self, forKey: .pushKey) ?? pushKey
        notices = try values.decodeIfPresent(NoticeLedger.self, forKey: .notices) ?? notices
        signIn = try values.decodeIfPresent(SignInRecord.self, forKey: .signIn) ?? signIn
        signOut = try values.decodeIfPresent(SignOut.self, forKey: .signOut) ?? signOut
        hasSignedOut = try values.decodeIfPresent(Bool.self, forKey: .hasSignedOut) ?? hasSignedOut
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.schemaVersion, forKey: .schema)
        try values.encode(calls, forKey: .calls)
        try values.encode(otherCalls, forKey: .otherCalls)
        try values.encode(past, forKey: .past)
        try values.encode(organizations, forKey: .organizations)
        try values.encode(session, forKey: .session)
        try values.encode(credentials, forKey: .credentials)
        try values.encode(tokens, forKey: .tokens)
        try values.encode(pushKey, forKey: .pushKey)
        try values.encode(notices, forKey: .notices)
        try values.encode(signIn, forKey: .signIn)
        try values.encode(signOut, forKey: .signOut)
        try values.encode(hasSignedOut, forKey: .hasSignedOut)
    }
}

extension RecordFault {
    /// What an error of reading a record amounts to.
    public init(_ error: any Error) {
        self = error as? RecordFault ?? .malformed
    }
}

/// Why a record cannot be read. Holds nothing of its content.
public enum RecordFault: String, CaseIterable, Error, Hashable, Sendable {
    /// Longer than ``Recovery/byteCountMax``.
    case tooLong
    /// Not written as a record is.
    case malformed
    /// Written by a later version: the app went back to an earlier one.
    case newer
}

/// What outlives the process of one call.
public struct CallRecord: Hashable, Sendable, Codable {
    public var id: CallUUID
    public var session: CallSessionID?
    /// Which ringing of this device by that session it is.
    public var round: RingRound
    public var vendor: VendorCallID?
    public var organization: OrganizationID?
    /// With whom it is.
    public var provider: SignalingProvider
    public var direction: CallDirection
    public var phase: CallPhase
    /// Whether signaling had it: its INVITE had come, or been sent.
    public var hasLine: Bool
    public var isHeld: Bool
    public var display: CallDisplay
}

extension CallRecord {
    private enum CodingKeys: String, CodingKey {
        case id, session, round, vendor, organization, provider, direction, phase, hasLine, isHeld, display
    }

    /// Reads a call. One of a record of schema 1 is with the exchange.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(CallUUID.self, forKey: .id), try values.decode(CallDirection.self, forKey: .direction),
            try values.decode(CallPhase.self, forKey: .phase),
            session: try values.decodeIfPresent(CallSessionID.self, forKey: .session),
            round: try values.decodeIfPresent(RingRound.self, forKey: .round) ?? .first,
            vendor: try values.decodeIfPresent(VendorCallID.self, forKey: .vendor),
            organization: try values.decodeIfPresent(OrganizationID.self, forKey: .organization),
            provider: try values.decodeIfPresent(SignalingProvider.self, forKey: .provider) ?? .exchange,
            hasLine: try values.decodeIfPresent(Bool.self, forKey: .hasLine) ?? true,
            isHeld: try values.decode(Bool.self, forKey: .isHeld),
            display: try values.decode(CallDisplay.self, forKey: .display))
    }
}

extension CallRecord {
    /// What is remembered of a call.
    public init(
        _ id: CallUUID, _ direction: CallDirection, _ phase: CallPhase, session: CallSessionID? = nil,
        round: RingRound = .first, vendor: VendorCallID? = nil, organization: OrganizationID? = nil,
        provider: SignalingProvider = .exchange, hasLine: Bool = true, isHeld: Bool = false,
        display: CallDisplay = .unknown
    ) {
        self.init(
            id: id, session: session, round: round, vendor: vendor, organization: organization, provider: provider,
            direction: direction, phase: phase, hasLine: hasLine, isHeld: isHeld, display: display)
    }
}

extension CallRecord {
    /// `nil` for a call that is over or never was: nothing would be said of it.
    init?(_ call: PhoneCall) {
        guard let snapshot = call.snapshot, call.stage != .requested else { return nil }
        self.init(
            id: call.id, session: call.session, round: call.round, vendor: call.vendor,
            organization: call.organization, provider: call.currentProvider, direction: call.direction,
            phase: snapshot.phase, hasLine: call.line != nil, isHeld: call.isHeld, display: call.display)
    }
}

/// What is kept from logs may be written to the record, which is the phone's own and never leaves it.
extension Redacted: Codable where Value: Codable {
    /// Reads the value itself.
    public init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder))
    }

    /// Writes the value itself: for the record only.
    public func encode(to encoder: any Encoder) throws {
        try revealed.encode(to: encoder)
    }
}
