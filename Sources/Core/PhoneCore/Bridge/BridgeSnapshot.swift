/// Everything a page needs to draw itself, at one moment.
public struct BridgeSnapshot: Hashable, Sendable {
    /// From where events go on.
    public var cursor: BridgeCursor
    public var calls: [BridgeCall]
    public var connection: ConnectionPhase
    public var network: BridgeNetwork
    public var isSpeakerOn: Bool
    public var routes: AudioRoutes
    public var organization: OrganizationID?
    public var isSignedIn: Bool
    /// Missed and dropped calls the person has not seen.
    public var notices: [Notice]

    /// A snapshot of a phone at rest.
    public init(cursor: BridgeCursor) {
        self.cursor = cursor
        calls = []
        connection = .offline
        network = BridgeNetwork(.disconnected, nil)
        isSpeakerOn = false
        routes = AudioRoutes(.receiver)
        isSignedIn = false
        notices = []
    }

    /// What `getPendingIncomingCall` gives: the call that rings, if one does.
    public var pendingIncomingCall: BridgeCall? { calls.first { $0.phase == .ringing } }
}
