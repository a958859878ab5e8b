public import CallModel

/// What an INVITE says.
public struct Invitation: Hashable, Sendable {
    /// Over whose connection it came.
    public var registration: RegistrationID
    /// The exchange's name of the call.
    public var session: CallSessionID?
    /// Which ringing of this device by that session it is.
    public var round: RingRound
    /// The vendor's name of the call.
    public var vendor: VendorCallID?
    /// Who calls.
    public var display: CallDisplay

    /// An INVITE as it came.
    public init(
        _ registration: RegistrationID, session: CallSessionID? = nil, round: RingRound = .first,
        vendor: VendorCallID? = nil, display: CallDisplay = .unknown
    ) {
        self.registration = registration
        self.session = session
        self.round = round
        self.vendor = vendor
        self.display = display
    }
}
