internal import CallModel
internal import Crypto
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Redaction
internal import RingCore

/// Decides which devices ring when a number is called.
struct RingPlan: Sendable {
    private let numbers: [String: CalledNumber]
    /// Numbers outside that ring for an organization, by their device id in its calls.
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

    /// The users whom a number may ring; empty for an unassigned number.
    func users(of number: String) -> [UserID] { numbers[number]?.users.map { UserID($0) } ?? [] }

    func has(_ number: String) -> Bool { numbers[number] != nil }

    /// The organizations whose numbers ring a user.
    func organizations(of user: String) -> [String] {
        Set(numbers.values.filter { $0.users.contains(user) }.map(\.organization)).sorted()
    }

    /// The users whom an organization's numbers ring.
    func users(ofOrganization id: String) -> [String] {
        Set(numbers.values.filter { $0.organization == id }.flatMap(\.users)).sorted()
    }

    /// Plans a call with all devices that may ring for it. A call to an unassigned number has none, and is turned away.
    ///
    /// - Parameters:
    ///   - users: the number's users that exist; the number may name deleted accounts as well.
    ///   - devices: the devices of the number's users that the carrier reaches for an organization, and the numbers
    ///     outside if it reaches them.
    func call(
        _ incoming: IncomingCall, session: CallSessionID, users: Set<UserID>, busy: Set<UserID>,
        devices: (OrganizationID) -> [DeviceCandidate]
    ) -> InboundCall {
        guard let number = numbers[incoming.to.revealed] else {
            var policy = RingPolicy()
            policy.hasVoicemail = false
            // on purpose: sessions are stored with this name
            let organization = OrganizationID("nobody")
            return InboundCall(
                session: session, organization: organization, parent: incoming.leg, devices: [], policy: policy)
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

    /// The numbers outside that ring for a number, as devices of its first user, who is told of the call.
    func outside(of number: String) -> [DeviceCandidate] {
        guard let number = numbers[number], let owner = number.users.first else { return [] }
        return number.outside.map {
            DeviceCandidate(DeviceID(outside: $0), of: UserID(owner), reach: .number, hasPush: false, hasChannel: false)
        }
    }

    /// The number outside that a device of an organization's call stands for; nil when the device does not stand for
    /// one.
    func destination(of device: DeviceID, in organization: OrganizationID) -> Redacted<String>? {
        outside[organization]?[device]
    }

    /// The user of a number outside: the first user of a number that is forwarded there.
    func owner(ofOutside address: Redacted<String>) -> UserID? {
        numbers.values.sorted { $0.number.revealed < $1.number.revealed }
            .first { $0.outside.contains(address) }?.users.first.map { UserID($0) }
    }
}

extension CalledNumber {
    /// The index of the group with which a device rings.
    fileprivate func stage(of device: DeviceCandidate) -> UInt8 {
        let index = stages.firstIndex { stage in
            device.reach == .number
                ? stage.outside.contains { DeviceID(outside: $0) == device.device }
                : stage.users.contains(device.user.rawValue)
        }
        return UInt8(clamping: index ?? 0)
    }
}

extension DeviceID {
    /// The device id of a number outside. It is the same after every start and independent of the rest of the
    /// configuration. It does not contain the number, because logs may contain the id.
    init(outside number: Redacted<String>) {
        let digest = SHA256.hash(data: Array("carillon outside \(number.revealed)".utf8))
        self.init(
            "outside-" + digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    }
}

extension DeviceCandidate {
    /// - Parameter listening: the devices that listen to their channels.
    init(_ device: DeviceAddresses, _ listening: ListeningDevices) {
        self.init(
            device.id, of: device.user, hasPush: !device.tokens.isEmpty, hasChannel: listening.contains(device.id))
    }
}

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
            number: call.from, name: call.callerName, dialled: call.to, user: call.caller,
            device: call.device, canBeJoined: call.canBeJoined)
        return RingInput(.open(inbound, caller), eventID: call.eventID)
    }
}
