public import CallModel

/// A call that is over here: remembered so that a late push or INVITE of it is recognised, and what is left to say said.
public struct PastCall: Hashable, Sendable {
    public let id: CallUUID
    public let session: CallSessionID?
    /// Which ringing of this device by that session it was.
    public var round: RingRound = .first
    public let vendor: VendorCallID?
    public let organization: OrganizationID?
    /// With whom it was.
    public let provider: SignalingProvider
    /// What it was; `nil` for one that a process before this one was ringing for and that may ring still.
    public var outcome: EndReason?
    /// What the exchange has not been told, as far as is known.
    public var farewell: FarewellWords?
    /// The line that was told, until it says that it is over.
    public var line: LineID?
    /// What the exchange is still to be asked of it, beside signalling.
    public var asks: RingRequests.Kind?
    /// Whether it stood or was placed, and may stand still in the signalling session, which outlives the process.
    public var mayStand = false

    /// Whether the exchange is to be told and has no line to be told on.
    var waits: Bool { farewell != nil && line == nil }

    /// What a line that brings it is told: of one that was taken here, that it is over, however late it comes.
    var words: FarewellWords? { farewell ?? (mayStand ? .hangUp : nil) }

    /// Whether news are about it, or about a round before: of a later one it says nothing.
    func isMeant(by naming: CallNaming) -> Bool {
        guard isNamed(session: naming.session, vendor: naming.vendor) else { return false }
        return session == nil || naming.session == nil || naming.round <= round
    }

    func isNamed(session other: CallSessionID?, vendor otherVendor: VendorCallID?) -> Bool {
        if let session, let other { return session == other }
        if let vendor, let otherVendor { return vendor == otherVendor }
        return false
    }
}
