internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Logging
internal import Redaction
internal import RingCore

/// Turns a call to a number, at any carrier, into a ring session.
struct RingSessionFactory: Sendable {
    let numbers: NumberDirectory
    let engine: RingEngine

    var plan: RingPlan { numbers.plan }

    /// - Parameters:
    ///   - liveCalls: how many calls between users of the exchange each of the number's users is in. A user who is
    ///     missing no longer exists.
    ///   - devices: the devices of the number's users that the carrier reaches for an organization.
    func input(
        _ call: IncomingCall, session: CallSessionID, liveCalls: [UserID: Int],
        change: (inout InboundCall) -> Void = { _ in }, devices: (OrganizationID) -> [DeviceCandidate]
    ) async -> RingInput {
        let plan = plan
        var busy = Set(liveCalls.filter { $0.value > 0 }.keys)
        for user in plan.users(of: call.to.revealed) where await engine.isBusy(user) { busy.insert(user) }
        var inbound = plan.call(
            call, session: session, users: Set(liveCalls.keys), busy: busy, devices: devices)
        change(&inbound)
        let caller = RingCaller(
            number: call.from, name: call.callerName, dialed: call.to, user: call.caller,
            device: call.device, canBeJoined: call.canBeJoined)
        return RingInput(.open(inbound, caller), eventID: call.eventID)
    }
}

extension DeviceCandidate {
    /// - Parameter listening: the devices that listen to their channels.
    init(_ device: DeviceAddresses, _ listening: ListeningDevices) {
        self.init(
            device.id, of: device.user, hasPush: !device.tokens.isEmpty, hasChannel: listening.contains(device.id))
    }
}

/// Turns a call that a device makes over its registration at the carrier into a ring session. The call goes out to the
/// public network if the policy permits it; otherwise it is refused, and the caller finds it in the history with the
/// reason.
struct OutboundCallRouter: Sendable {
    /// The kind of a call that comes from the carrier.
    enum Kind: Sendable {
        /// A call out, permitted or refused.
        case out(RingInput)
        /// A call to a number of the exchange, with the number in the exchange's form, or a call from outside.
        case inward(IncomingCall)
    }

    let numbers: NumberDirectory
    let callers: KnownCallers
    let engine: RingEngine
    let reach: AccountDeviceSync
    /// The account's number, for callers who have none to show.
    let usualCallerID: Redacted<String>
    let counts: RingCounts
    let logger: Logger

    /// - Throws: `StorageError` when the caller cannot be read; `Problem` when the exchange is stopping.
    func kind(of call: IncomingCall, session: CallSessionID) async throws -> Kind {
        guard let device = callers.device(of: call) else { return .inward(call) }
        guard let (party, policy) = await callers.party(device.user) else {
            throw Problem(.serviceUnavailable, "The exchange is stopping; send it again.")
        }
        if let inward = inward(call, policy.outbound) { return .inward(inward) }
        let attempt = try await attempt(call, by: device, party)
        let verdict = policy.outbound?.verdict(on: attempt) ?? .refused(.notConfigured)
        counts.calledOut(verdict)
        let plan = Plan(
            call: call, session: session, device: device, name: party?.displayName,
            organization: OrganizationID(attempt.organization))
        switch verdict {
        case .refused(let refusal):
            logger.notice("a call out was refused", metadata: ["call": "\(session)", "reason": "\(refusal.rawValue)"])
            return .out(plan.refused(refusal))
        case .permitted(let permitted): return .out(plan.permitted(permitted, policy.outbound ?? OutboundPolicy()))
        }
    }

    /// A call to a number of the exchange. An emergency number never means a number of the exchange.
    private func inward(_ call: IncomingCall, _ policy: OutboundPolicy?) -> IncomingCall? {
        let (dialed, known) = (call.to.revealed, numbers.plan)
        let help = policy?.emergencyNumbers ?? EmergencyNumber.usual
        guard EmergencyNumber.named(dialed, among: help, in: policy?.country) == nil else { return nil }
        if known.has(dialed) { return call }
        guard let number = PublicNumber(dialed: dialed, in: policy?.country)?.text, known.has(number) else {
            return nil
        }
        var call = call
        call.to = Redacted(number)
        return call
    }

    /// The caller's attempt, with the organization that the credential names. If the credential names none, or the
    /// device is in the file, the caller calls for the first own organization whose numbers ring the user, or else for
    /// the user's first one.
    private func attempt(
        _ call: IncomingCall, by device: DeviceAddresses, _ party: CallingParty?
    ) async throws(StorageError) -> OutboundAttempt {
        let user = device.user.rawValue
        let organizations = (party?.organizations ?? []).union(try await reach.foreignOrganizations(of: user))
        let registered = callers.organization(of: call, device)?.rawValue
        let organization =
            registered ?? reach.plan.organizations(of: user).first { organizations.contains($0) }
            ?? organizations.min() ?? UserEntry.usualOrganization
        return OutboundAttempt(
            for: organization, isMember: party != nil && organizations.contains(organization), dialing: call.to,
            askedCallerID: call.askedCallerID,
            callerIDs: party.map { numbers.callerIDs(of: organization, for: $0) } ?? [],
            usualCallerID: usualCallerID, liveCalls: await engine.callCount(of: device.user))
    }
}

extension OutboundCallRouter {
    /// The values from which the session of a call out is made.
    private struct Plan {
        let call: IncomingCall
        let session: CallSessionID
        let device: DeviceAddresses
        let name: Redacted<String>?
        let organization: OrganizationID

        func refused(_ refusal: OutboundRefusal) -> RingInput {
            let outbound = OutboundCall(by: device.user, from: device.id, refusal: refusal)
            return input(ringing: nil, policy: RingPolicy(), consent: .none, outbound, from: nil, to: call.to)
        }

        func permitted(_ permitted: PermittedOutboundCall, _ rule: OutboundPolicy) -> RingInput {
            var policy = RingPolicy()
            policy.ringTime = rule.ringTime
            policy.recordsConversations = rule.recording != nil
            let consent: RecordingConsent =
                switch rule.recording {
                case nil: .none
                case .consented: .given
                case .announced: .byAnnouncement
                }
            let callee = DeviceCandidate(
                DeviceID(outside: permitted.number), of: device.user, reach: .callee, hasPush: false, hasChannel: false)
            let outbound = OutboundCall(by: device.user, from: device.id, isEmergency: permitted.isEmergency)
            return input(
                ringing: callee, policy: policy, consent: consent, outbound, from: permitted.callerID,
                to: permitted.number)
        }

        private func input(
            ringing callee: DeviceCandidate?, policy: RingPolicy, consent: RecordingConsent, _ outbound: OutboundCall,
            from callerID: Redacted<String>?, to number: Redacted<String>
        ) -> RingInput {
            let inbound = InboundCall(
                session: session, organization: organization, parent: call.leg, devices: callee.map { [$0] } ?? [],
                owners: [device.user], policy: policy, consent: consent, outbound: outbound)
            let caller = RingCaller(
                number: callerID, name: name, dialed: number, user: device.user, device: device.id)
            return RingInput(.open(inbound, caller), eventID: call.eventID)
        }
    }
}
