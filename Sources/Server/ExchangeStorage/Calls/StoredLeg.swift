public import CallModel
public import ExchangeCore

/// One leg of a call, as the journal tells it.
public struct StoredLeg: Hashable, Sendable {
    public let id: LegID
    public let user: UserID
    public let device: DeviceID
    public internal(set) var stage: LegStage
    public internal(set) var isHeld = false
    public internal(set) var isConnected = true
    public internal(set) var ending: Ending?
}
