import CallModel
public import CarillonRTC
public import MediaEngine
import PhoneCore

/// How clients of one provider are made, the same for every organisation.
public struct SignalingSettings: Sendable {
    /// What the exchanges speak.
    public var dialect = Dialect.telnyx
    /// Whether candidates follow descriptions.
    public var trickles = true
    /// Whose names stand in an INVITE.
    public var names = ExchangeNames.own
    /// How media is made.
    public var media = MediaConfiguration()
    /// How a lost connection is made again.
    public var reconnection = ReconnectionPolicy()
    /// The app and its version, for the exchange's log.
    public var userAgent = "Carillon"
    /// The most calls at once over one connection, above what the phone itself lets stand, so that it is the phone that
    /// refuses.
    public var callsMax = 8

    /// Our own exchange.
    public init() {}

    /// The carrier: it names calls in its own words, and ours in a header that the exchange puts into each INVITE.
    public static var carrier: SignalingSettings {
        var settings = SignalingSettings()
        settings.names = .vendor(sessionHeader: CarrierHeader.session)
        return settings
    }
}
