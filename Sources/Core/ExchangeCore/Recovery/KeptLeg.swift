public import CallModel
public import Redaction

/// One device's part in a ``KeptCall``.
public struct KeptLeg: Hashable, Sendable {
    /// The leg.
    public let id: LegID
    /// The device's own name for the call.
    public let callID: CallID
    /// How the device is known again.
    public let device: DeviceSession
    /// Whether candidates can be sent to it one by one.
    public let takesCandidates: Bool
    /// Its media, with the candidates that were known; nil of one that is out of the call, or has not described them.
    public let description: Redacted<String>?
    /// Whether it holds the call.
    public let isHeld: Bool
    /// How the call ended for it; nil of one that is in it.
    public let ending: Ending?

    /// Describes a leg.
    public init(
        id: LegID, callID: CallID, device: DeviceSession, takesCandidates: Bool, description: Redacted<String>?,
        isHeld: Bool, ending: Ending?
    ) {
        self.id = id
        self.callID = callID
        self.device = device
        self.takesCandidates = takesCandidates
        self.description = description
        self.isHeld = isHeld
        self.ending = ending
    }
}
