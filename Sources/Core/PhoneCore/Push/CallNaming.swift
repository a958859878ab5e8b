import CallModel

/// The names something from outside has for a call.
struct CallNaming: Hashable, Sendable {
    var session: CallSessionID?
    /// Which ringing of this device by that session.
    var round: RingRound = .first
    var vendor: VendorCallID?
    var organization: OrganizationID?
    /// With whom the call waits, or from whom its INVITE came.
    var provider: SignalingProvider?
    var handle: CallHandle?
    /// Whether it is an INVITE, which meets a call that waits for one, however long; a push has only a moment.
    var isInvitation = false
    /// Whether it is a push of the exchange's, and not the carrier's own.
    var isOwnPush: Bool { !isInvitation && session != nil && vendor == nil }

    init(_ call: PushedCall) {
        session = call.session
        round = call.round
        vendor = call.vendor
        organization = call.organization
        provider = call.provider
        handle = call.display.handle
    }

    init(_ invitation: Invitation) {
        session = invitation.session
        round = invitation.round
        vendor = invitation.vendor
        organization = invitation.registration.organization
        provider = invitation.registration.provider
        handle = invitation.display.handle
        isInvitation = true
    }

    init(_ call: PhoneCall) { self.init(session: call.session, round: call.round, vendor: call.vendor) }

    /// With the carrier's name that a process before this one knew.
    func completed(by former: PastCall?) -> CallNaming {
        var naming = self
        naming.vendor = vendor ?? former?.vendor
        return naming
    }

    init(session: CallSessionID?, round: RingRound, vendor: VendorCallID?) {
        self.session = session
        self.round = round
        self.vendor = vendor
    }
}
