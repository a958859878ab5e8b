import CallModel

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
