public import CallModel

/// What an INVITE says.
public struct Invitation: Hashable, Sendable {
    /// Over whose connection it came.
    public var registration: RegistrationID
    /// The exchange's name of the call.
    public var session: CallSessionID?
    /// The vendor's name of the call.
    public var vendor: VendorCallID?
    /// Who calls.
    public var display: CallDisplay

    /// An INVITE as it came.
    public init(
        _ registration: RegistrationID, session: CallSessionID? = nil, vendor: VendorCallID? = nil,
        display: CallDisplay = .unknown
    ) {
        self.registration = registration
        self.session = session
        self.vendor = vendor
        self.display = display
    }
}
