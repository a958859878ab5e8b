internal import CallModel
internal import RingCore

/// How the exchange's own gateway names legs to ring sessions: by their own names, marked as the gateway's.
extension CarrierLegID {
    private static let mark = "gateway:"

    init(ofGateway leg: LegID) { self.init(Self.mark + leg.description) }

    /// Whether the gateway has the leg, not a carrier of the public network.
    var isOfGateway: Bool { rawValue.hasPrefix(Self.mark) }

    /// Who sends a device the INVITE of a call whose caller has this leg, as pushes, status and news say it.
    var provider: String { isOfGateway ? SignalingProvider.exchange : SignalingProvider.carrier }
}

/// The words for who has a call and sends its INVITE.
enum SignalingProvider {
    /// This exchange, at its own gateway.
    static let exchange = "exchange"
    /// The carrier of public calls.
    static let carrier = "carrier"
    static let all = [exchange, carrier]
}

extension RecordingID {
    private static let mark = "gateway:"

    /// The message of a call that the attendant took.
    init(ofGateway session: CallSessionID) { self.init(Self.mark + session.description) }

    var isOfGateway: Bool { rawValue.hasPrefix(Self.mark) }
}

extension LegID {
    /// The caller's leg of a call at the gateway.
    static func caller(of session: CallSessionID) -> LegID { LegID(session: session, ordinal: 0) }
}
