internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import NIOCore
internal import Redaction
internal import RingCore

/// Recognizes users who call in over the public network: by a device that is registered at the carrier, or by one of
/// their numbers.
struct KnownCallers: Sendable {
    private let deviceRegistry: DeviceRegistry
    private let numbers: NumberDirectory
    private let sipDomain: String
    private let gateway: NIOLoopBound<VertoGateway>
    private let eventLoop: any EventLoop

    init(
        _ deviceRegistry: DeviceRegistry, _ numbers: NumberDirectory, _ configuration: ExchangeConfiguration,
        _ gateway: NIOLoopBound<VertoGateway>, on eventLoop: any EventLoop
    ) {
        self.deviceRegistry = deviceRegistry
        self.numbers = numbers
        self.gateway = gateway
        self.eventLoop = eventLoop
        sipDomain = configuration.telnyx?.settings.sipDomain ?? ""
    }

    /// The call with its caller's user and name, if the exchange knows the caller. A credential's name is secret, so a
    /// number of its user replaces it. Any other number may be forged, so it is trusted only if the caller's carrier
    /// vouches for it.
    func naming(_ call: IncomingCall) async -> IncomingCall {
        var call = call
        if let device = device(of: call) {
            (call.caller, call.device) = (device.user, device.id)
            let shown = await shown(device.user, in: call)
            (call.callerName, call.from) = (shown?.name, shown?.number ?? Redacted(device.user.rawValue))
        } else if call.isNumberVouchedFor,
            let user = numbers.caller(from: call.from) ?? numbers.plan.owner(ofOutside: call.from)
        {
            (call.caller, call.device) = (user, DeviceID(outside: call.from))
            call.callerName = await shown(user, in: call)?.name
        }
        return call
    }

    /// The device that calls over its registration at the carrier; nil when it is not a device of the exchange.
    func device(of call: IncomingCall) -> DeviceAddresses? {
        deviceRegistry.device(at: Redacted(address(call.from.revealed)))
    }

    /// The organization for which such a device is registered; nil when there is none.
    func organization(of call: IncomingCall, _ device: DeviceAddresses) -> OrganizationID? {
        device.organization(at: Redacted(address(call.from.revealed)))
    }

    /// The exchange's data about a user, and the current calling policy; nil when the exchange is stopping.
    func party(_ user: UserID) async -> (party: CallingParty?, policy: CallingPolicy)? {
        let gateway = gateway
        return try? await eventLoop.submit { (gateway.value.parties.party(user), gateway.value.policy) }.get()
    }

    /// Begins to ring users for a caller whom the exchange knows. It leaves out the users whom the caller rang too
    /// often. A number that is not vouched for may be forged, so its rings are not counted; the carrier limits them.
    /// ``endRinging(_:hasBegun:)`` must follow.
    func beginRinging(_ users: [UserID], by call: IncomingCall) async -> [UserID] {
        guard let caller = call.caller else { return users }
        let (gateway, leg) = (gateway, call.leg)
        // If the event loop has stopped, the call is not taken either.
        let mayRing = try? await eventLoop.submit {
            let now = gateway.value.runner.clock.now
            return gateway.value.ringStarts.beginReport(of: leg, users, by: .user(caller), at: now)
        }.get()
        return mayRing ?? []
    }

    /// Takes back what ``beginRinging(_:by:)`` counted if no report of the call began to ring.
    func endRinging(_ call: IncomingCall, hasBegun: Bool) async {
        guard call.caller != nil else { return }
        let (gateway, leg) = (gateway, call.leg)
        // If the event loop has stopped, its counts are gone.
        try? await eventLoop.submit { gateway.value.ringStarts.endReport(of: leg, hasBegun: hasBegun) }.get()
    }

    /// The address of a user's picture, for a user who is called; nil when there is none, or when they are not
    /// colleagues.
    func picture(of user: UserID, for callee: UserID) async -> Redacted<String>? {
        let gateway = gateway
        return try? await eventLoop.submit {
            gateway.value.policy.shownPicture(of: user, to: callee, knownTo: gateway.value.parties)
        }.get()
    }

    private func shown(
        _ user: UserID, in call: IncomingCall
    ) async -> (name: Redacted<String>, number: Redacted<String>)? {
        let gateway = gateway
        // If the event loop has stopped, the call is not taken either.
        return try? await eventLoop.submit {
            let parties = gateway.value.parties
            return gateway.value.policy.shownCaller(
                user, in: parties.organizations(ofNumber: call.to.revealed) ?? [], claiming: call.callerName,
                knownTo: parties)
        }.get()
    }

    private func address(_ text: String) -> String {
        if text.hasPrefix("sip:") { return text }
        return text.contains("@") ? "sip:\(text)" : "sip:\(text)@\(sipDomain)"
    }
}
