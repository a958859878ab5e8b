internal import CallModel
internal import Crypto
internal import ExchangeCarrier
internal import Redaction
internal import RingCore

/// Decides who is rung when a number is called.
struct RingPlan: Sendable {
    private let numbers: [String: CalledNumber]
    /// Numbers outside that are rung for an organisation, by the name they have in its calls.
    private let outside: [OrganizationID: [DeviceID: Redacted<String>]]

    init(_ numbers: [CalledNumber]) {
        self.numbers = Dictionary(numbers.map { ($0.number.revealed, $0) }, uniquingKeysWith: { first, _ in first })
        var outside: [OrganizationID: [DeviceID: Redacted<String>]] = [:]
        for number in numbers {
            for address in number.outside {
                outside[OrganizationID(number.organization), default: [:]][DeviceID(outside: address)] = address
            }
        }
        self.outside = outside
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
    /// - Parameters:
    ///   - users: those of the number's users there are: a number may name others, whose accounts are deleted.
    ///   - devices: those of the number's users that the carrier reaches for an organisation, and the numbers
    ///     outside if it reaches them.
    func call(
        _ incoming: IncomingCall, session: CallSessionID, users: Set<UserID>, busy: Set<UserID>,
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
            device.isBusy = device.reach != .number && busy.contains(device.user)
            device.stage = number.stage(of: device)
            return device
        }
        return InboundCall(
            session: session, organization: organization, parent: incoming.leg,
            devices: planned, owners: number.users.map { UserID($0) }.filter { users.contains($0) },
            policy: number.policy, consent: number.consent)
    }

    // MARK: - Numbers outside

    /// The numbers outside that are rung for a number: those of its first user, who is told of the call by them.
    func outside(of number: String) -> [PlannedDevice] {
        guard let number = numbers[number], let owner = number.users.first else { return [] }
        return number.outside.map {
            PlannedDevice(DeviceID(outside: $0), of: UserID(owner), reach: .number, hasPush: false, hasChannel: false)
        }
    }

    /// Where a call of an organisation leads that rings a number outside; nil: the device is none.
    func destination(of device: DeviceID, in organization: OrganizationID) -> Redacted<String>? {
        outside[organization]?[device]
    }

    /// Whose a number outside is: that of a first user to whom calls are forwarded there.
    func owner(ofOutside address: Redacted<String>) -> UserID? {
        numbers.values.sorted { $0.number.revealed < $1.number.revealed }
            .first { $0.outside.contains(address) }?.users.first.map { UserID($0) }
    }
}

extension CalledNumber {
    /// Which group a device rings with.
    fileprivate func stage(of device: PlannedDevice) -> UInt8 {
        let index = stages.firstIndex { stage in
            device.reach == .number
                ? stage.outside.contains { DeviceID(outside: $0) == device.device }
                : stage.users.contains(device.user.rawValue)
        }
        return UInt8(clamping: index ?? 0)
    }
}

extension DeviceID {
    /// What a number outside is called: the same after every start, whatever else the configuration says, and not the
    /// number itself, which is nobody's business in a log.
    init(outside number: Redacted<String>) {
        let digest = SHA256.hash(data: Array("carillon outside \(number.revealed)".utf8))
        self.init(
            "outside-" + digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    }
}

extension PlannedDevice {
    /// - Parameter hearing: who listens to what it is told.
    init(_ device: DeviceReach, _ hearing: HearingDevices) {
        self.init(
            device.id, of: device.user, hasPush: !device.tokens.isEmpty, hasChannel: hearing.contains(device.id))
    }
}
