public import CallModel
public import Redaction

/// The state that outlives the process. It is enough to tell the person and the exchange afterward how each call ended.
public struct PhoneRecord: Hashable, Sendable {
    /// The version of the schema. It is raised with each change that an older reader would misunderstand.
    public static let schemaVersion = 2

    /// The calls that have not ended.
    public var calls: [PhoneCallRecord] = []
    /// Other calls that the system may have and that need no notice: ended, thrown away, or not placed yet.
    public var otherCalls: [CallUUID] = []
    /// The ended calls that late messages may still refer to, or that still need a termination or request.
    public var past: [PastCall] = []
    /// The credentials on the device, and the active organization.
    public var organizations = OrganizationRecord()
    /// The person's session with the exchange.
    public var session = SessionRecord()
    /// The schedule of requests for credentials.
    public var credentials = CredentialRecord()
    /// The push token, and whether the exchange has it.
    public var tokens = PushTokenRecord()
    /// The login by which a carrier has learned the push token last.
    public var carrierToken: CarrierTokenLogin?
    /// The push key, and whether the exchange has it.
    public var pushKey = PushKeyRecord()
    /// The notices of missed and dropped calls.
    public var notices = MissedCallNotices()
    /// The person who signed in with Apple, and the data that Apple gives only once.
    public var signIn = SignInRecord()
    /// The remaining steps of a sign-out.
    public var signOut = SignOut()
    /// Whether the last signed-in person has signed out. The exchange may not know this, and a push may have been on
    /// its way.
    public var hasSignedOut = false

    /// Creates an empty record.
    public init() {}
}

/// The record is one file that is written as a whole. Values that an earlier version did not write have their defaults.
/// A record of a later version is not changed.
extension PhoneRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case schema, calls, otherCalls, past, organizations, session, credentials, tokens, carrierToken, pushKey,
            notices, signIn, signOut, hasSignedOut
    }

    /// Reads a record.
    ///
    /// - Throws: `RecordError.newer`, or the decoder's error; see ``RecordError/init(_:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .schema) <= Self.schemaVersion else { throw RecordError.newer }
        self.init()
        calls = try values.decodeIfPresent([PhoneCallRecord].self, forKey: .calls) ?? calls
        otherCalls = try values.decodeIfPresent([CallUUID].self, forKey: .otherCalls) ?? otherCalls
        past = try values.decodeIfPresent([PastCall].self, forKey: .past) ?? past
        organizations = try values.decodeIfPresent(OrganizationRecord.self, forKey: .organizations) ?? organizations
        session = try values.decodeIfPresent(SessionRecord.self, forKey: .session) ?? session
        credentials = try values.decodeIfPresent(CredentialRecord.self, forKey: .credentials) ?? credentials
        tokens = try values.decodeIfPresent(PushTokenRecord.self, forKey: .tokens) ?? tokens
        carrierToken = try values.decodeIfPresent(CarrierTokenLogin.self, forKey: .carrierToken)
        pushKey = try values.decodeIfPresent(PushKeyRecord.self, forKey: .pushKey) ?? pushKey
        notices = try values.decodeIfPresent(MissedCallNotices.self, forKey: .notices) ?? notices
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
        try values.encodeIfPresent(carrierToken, forKey: .carrierToken)
        try values.encode(pushKey, forKey: .pushKey)
        try values.encode(notices, forKey: .notices)
        try values.encode(signIn, forKey: .signIn)
        try values.encode(signOut, forKey: .signOut)
        try values.encode(hasSignedOut, forKey: .hasSignedOut)
    }
}

extension RecordError {
    /// Classifies an error of reading a record.
    public init(_ error: any Error) {
        self = error as? RecordError ?? .malformed
    }
}

/// Why a record cannot be read. It contains nothing of the record.
public enum RecordError: String, CaseIterable, Error, Hashable, Sendable {
    /// The record is longer than ``Recovery/byteCountMax``.
    case tooLong
    /// The data is not a record.
    case malformed
    /// A later version wrote the record, and the app was downgraded.
    case newer
}

/// The stored state of one call.
public struct PhoneCallRecord: Hashable, Sendable, Codable {
    /// The call's name toward the system.
    public var id: CallUUID
    /// The exchange's id of the call; `nil`: unknown.
    public var session: CallSessionID?
    /// The round in which the session rings this device.
    public var round: RingRound
    /// The id that the vendor's messages give it; `nil`: unknown.
    public var vendor: VendorCallID?
    /// The organization whose call it is; `nil`: unknown.
    public var organization: OrganizationID?
    /// The provider of the call.
    public var provider: SignalingProvider
    /// Whether the person called or was called.
    public var direction: CallDirection
    /// How far the call had come.
    public var phase: CallPhase
    /// Whether the call had a line: its INVITE had been received or sent.
    public var hasLine: Bool
    /// Whether the person held it.
    public var isHeld: Bool
    /// The other side, as it was shown.
    public var display: CallDisplay
}

extension PhoneCallRecord {
    private enum CodingKeys: String, CodingKey {
        case id, session, round, vendor, organization, provider, direction, phase, hasLine, isHeld, display
    }

    /// Reads a call. In a record of schema 1 its provider is the exchange.
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

extension PhoneCallRecord {
    /// Creates a record of a call.
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

extension PhoneCallRecord {
    /// Creates a record of a call; `nil` for a call that has ended or never started, which needs no notice.
    init?(_ call: PhoneCall) {
        guard let phase = call.recordedPhase else { return nil }
        self.init(
            id: call.id, session: call.session, round: call.round, vendor: call.vendor,
            organization: call.organization, provider: call.currentProvider, direction: call.direction,
            phase: phase, hasLine: call.line != nil, isHeld: call.isHeld, display: call.display)
    }
}

extension PhoneCall {
    fileprivate var recordedPhase: CallPhase? { stage == .requested ? nil : phase }

    /// Whether the record of the call is that of an earlier state of it. Most events change none of its parts, and
    /// making it copies them all.
    func hasRecord(of before: PhoneCall) -> Bool {
        guard let phase = recordedPhase else { return before.recordedPhase == nil }
        return phase == before.recordedPhase && session == before.session && round == before.round
            && vendor == before.vendor && organization == before.organization
            && currentProvider == before.currentProvider && (line == nil) == (before.line == nil)
            && isHeld == before.isHeld && display == before.display
    }
}

/// Redacted values may be written to the record, which is the phone's own and never leaves it.
extension Redacted: Codable where Value: Codable {
    /// Reads the value itself.
    public init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder))
    }

    /// Writes the value itself. It is meant only for the record.
    public func encode(to encoder: any Encoder) throws {
        try revealed.encode(to: encoder)
    }
}
