public import CallModel

/// What outlives the process of one call.
public struct CallRecord: Hashable, Sendable, Codable {
    public var id: CallUUID
    public var session: CallSessionID?
    public var vendor: VendorCallID?
    public var organization: OrganizationID?
    /// With whom it is.
    public var provider: SignalingProvider
    public var direction: CallDirection
    public var phase: CallPhase
    public var isHeld: Bool
    public var display: CallDisplay
}

extension CallRecord {
    private enum CodingKeys: String, CodingKey {
        case id, session, vendor, organization, provider, direction, phase, isHeld, display
    }

    /// Reads a call. One of a record of schema 1 is with the exchange.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(CallUUID.self, forKey: .id), try values.decode(CallDirection.self, forKey: .direction),
            try values.decode(CallPhase.self, forKey: .phase),
            session: try values.decodeIfPresent(CallSessionID.self, forKey: .session),
            vendor: try values.decodeIfPresent(VendorCallID.self, forKey: .vendor),
            organization: try values.decodeIfPresent(OrganizationID.self, forKey: .organization),
            provider: try values.decodeIfPresent(SignalingProvider.self, forKey: .provider) ?? .exchange,
            isHeld: try values.decode(Bool.self, forKey: .isHeld),
            display: try values.decode(CallDisplay.self, forKey: .display))
    }
}
