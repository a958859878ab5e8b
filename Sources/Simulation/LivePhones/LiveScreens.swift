public import PhoneCore
public import PhoneKit

/// What the app's own screens would show, were anybody looking: a call on a locked phone needs none of them.
@MainActor
public final class LiveScreens: ScreenPort {
    /// How each registration's connection stands.
    public private(set) var connections: [RegistrationID: ConnectionPhase] = [:]
    /// The call that began or changed last, until it is over.
    public private(set) var call: CallSnapshot?
    /// How the call that ended last ended.
    public private(set) var end: CallEnd?
    /// The organisation in use.
    public private(set) var organization: OrganizationID?

    public func show(_ news: PhoneNews) {
        switch news {
        case .call(let snapshot): call = snapshot
        case .ended(let end):
            self.end = end
            if call?.id == end.call { call = nil }
        case .connection(let registration, let phase): connections[registration] = phase
        case .organization(let organization): self.organization = organization
        case .audio, .network, .unread, .failed: break
        }
    }

    public func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {}
    public func sessionOver(_ cause: SessionEndCause) {}
}
