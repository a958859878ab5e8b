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
