internal import CallModel
internal import ExchangeCarrier
internal import Redaction
internal import RingCore

/// Decides who is rung when a number is called.
struct RingPlan: Sendable {
    private let numbers: [String: CalledNumber]

    init(_ numbers: [CalledNumber]) {
        self.numbers = Dictionary(numbers.map { ($0.number.revealed, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Users who may be rung for a number; none: nobody has it.
    func users(of number: String) -> [UserID] { numbers[number]?.users.map { UserID($0) } ?? [] }

    func has(_ number: String) -> Bool { numbers[number] != nil }

    /// Organisations whose numbers ring a user.
    func organizations(of user: String) -> [String] {
        Set(numbers.values.filter { $0.users.contains(user) }.map(\.organization)).sorted()
    }

    /// Users whom an organisation's numbers ring.
    func users(ofOrganization id: String) -> [String] {
        Set(numbers.values.filter { $0.organization == id }.flatMap(\.users)).sorted()
    }

    /// The call with everybody who may be rung for it. One to a number of nobody's is turned away.
    ///
    /// - Parameter devices: those of the number's users that the carrier reaches for an organisation.
    func call(
        _ incoming: IncomingCall, session: CallSessionID, busy: Set<UserID>,
        devices: (OrganizationID) -> [PlannedDevice]
    ) -> InboundCall {
        guard let number = numbers[incoming.to.revealed] else {
            var policy = RingPolicy()
            policy.hasVoicemail = false
            return InboundCall(
                session: session, organization: OrganizationID("nobody"), parent: incoming.leg, devices: [],
                policy: policy)
        }
        let organization = OrganizationID(number.organization)
        let planned = devices(organization).map { device in
            var device = device
            device.isBusy = busy.contains(device.user)
            return device
        }
        return InboundCall(
            session: session, organization: organization, parent: incoming.leg,
            devices: planned, policy: number.policy, hasConsent: number.hasConsent)
    }
}

extension PlannedDevice {
    /// - Parameter hearing: who listens to what it is told.
    init(_ device: DeviceReach, _ hearing: HearingDevices) {
        self.init(
            device.id, of: device.user, hasPush: !device.tokens.isEmpty, hasChannel: hearing.contains(device.id))
    }
}
