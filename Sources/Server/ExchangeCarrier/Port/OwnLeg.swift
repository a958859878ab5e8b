public import CallModel

/// A leg that we dialled, as the mark it was dialled with says.
public struct OwnLeg: Hashable, Sendable {
    public let session: CallSessionID
    public let leg: LegID

    public init(_ leg: LegID, of session: CallSessionID) {
        self.leg = leg
        self.session = session
    }
}
