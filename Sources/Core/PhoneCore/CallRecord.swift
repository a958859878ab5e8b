public import CallModel

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
    /// Whether signalling had it: its INVITE had come, or been sent.
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
