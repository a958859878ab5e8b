internal import CallModel
internal import Crypto
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import Redaction
internal import RingCore
internal import Synchronization
internal import WireJSON

/// The exchange's numbers and whom they ring, according to the configuration and the API.
///
/// Isolation: any thread. A call is planned by the numbers at its beginning.
final class NumberDirectory: Sendable {
    /// A number with its origin, which decides where it is changed and whether it may lead outside.
    struct Entry: Sendable {
        var number: CalledNumber
        var isOfCarrier: Bool
        var origin: Directory.Origin
    }

    private struct State {
        var entries: [Entry]
        /// Users of the configuration file.
        var users: [UserEntry]
        var plan: RingPlan
        var ofCarrier: RingPlan
        /// Users of the file, by their numbers outside from which they may call over the public network.
        var callers: [String: UserID]
        /// The organizations in which each number is called.
        var organizations: [String: Set<String>]
    }

    private let state: Mutex<State>

    init(_ entries: [Entry], callers: [UserEntry]) {
        state = Mutex(Self.state(entries, callers))
    }

    private static func state(_ entries: [Entry], _ users: [UserEntry]) -> State {
        let callers = users.flatMap { user in user.numbers.map { ($0.revealed, UserID(user.name)) } }
        return State(
            entries: entries, users: users, plan: RingPlan(entries.map(\.number)),
            ofCarrier: RingPlan(entries.filter(\.isOfCarrier).map(\.number)),
            callers: Dictionary(callers, uniquingKeysWith: { first, _ in first }),
            organizations: organizations(entries, users))
    }

    /// A number belongs to its organization, and to the organizations that the file gives its users.
    private static func organizations(_ entries: [Entry], _ users: [UserEntry]) -> [String: Set<String>] {
        let ofUsers = Dictionary(
            users.map { ($0.name, $0.callingOrganizations) }, uniquingKeysWith: { first, _ in first })
        let ofNumbers = entries.map(\.number).map { number in
            (number.number.revealed, Set([number.organization] + number.users.flatMap { ofUsers[$0] ?? [] }))
        }
        return Dictionary(ofNumbers, uniquingKeysWith: { first, _ in first })
    }

    var entries: [Entry] { state.withLock { $0.entries } }
    /// The plan of all numbers.
    var plan: RingPlan { state.withLock { $0.plan } }
    /// The plan of the carrier's numbers.
    var ofCarrier: RingPlan { state.withLock { $0.ofCarrier } }

    /// The organizations in which a number is called; nil when it is not a number of the exchange.
    func organizations(ofNumber dialed: String) -> Set<String>? { state.withLock { $0.organizations[dialed] } }

    /// Numbers of the public network that a user may show in calls out for an organization, in order of preference: the
    /// carrier's numbers that ring the user, the organization's other numbers, and the user's own numbers.
    func callerIDs(of organization: String, for party: CallingParty) -> [Redacted<String>] {
        let numbers = entries.filter {
            $0.isOfCarrier && $0.number.organization == organization && $0.number.isCallerID
        }
        .map(\.number)
        let user = party.user.rawValue
        let inOrder =
            numbers.filter { $0.users.contains(user) }.map(\.number)
            + numbers.filter { !$0.users.contains(user) }.map(\.number) + party.numbers
        var seen: Set<String> = []
        return inOrder.filter { PublicNumber($0.revealed) != nil && seen.insert($0.revealed).inserted }
    }

    func caller(from number: Redacted<String>) -> UserID? { state.withLock { $0.callers[number.revealed] } }

    /// Replaces the numbers of the file. Those made by the API stay, including any it makes meanwhile.
    func replaceConfigured(_ entries: [Entry], callers: [UserEntry]) {
        state.withLock { state in
            state = Self.state(entries + state.entries.filter { $0.origin == .api }, callers)
        }
    }

    /// Changes the numbers. The numbers outside of the file's users stay.
    func change(_ body: (inout [Entry]) -> Void) {
        state.withLock { state in
            var entries = state.entries
            body(&entries)
            state = Self.state(entries, state.users)
        }
    }

    /// The numbers made by the API.
    ///
    /// - Throws: `ExchangeServerError` when the database cannot be read or contains an invalid number.
    static func entries(in store: any NumberStore) throws(ExchangeServerError) -> [Entry] {
        let stored: [StoredNumber]
        do throws(StorageError) { stored = try store.numbers() } catch {
            throw ExchangeServerError(.storage, "\(error)")
        }
        return try stored.map { known throws(ExchangeServerError) in
            do throws(Problem) {
                let body = (try? JSONParser.parse(Array(known.document.revealed.utf8)).object) ?? [:]
                let number = try NumberDocument.number(
                    known.number.revealed, isOfCarrier: known.isOfCarrier, from: body)
                return Entry(number: number, isOfCarrier: known.isOfCarrier, origin: .api)
            } catch {
                throw ExchangeServerError(.storage, "a number in the database cannot be read: \(error.detail)")
            }
        }
    }

    /// The numbers of a configuration.
    static func entries(of configuration: ExchangeConfiguration) -> [Entry] {
        configuration.numbers.map { Entry(number: $0, isOfCarrier: false, origin: .configuration) }
            + (configuration.telnyx?.numbers ?? []).map {
                Entry(number: $0, isOfCarrier: true, origin: .configuration)
            }
    }

    /// Checks the numbers of a configuration together with those of the API.
    ///
    /// - Parameter names: the users that a number may ring.
    /// - Throws: `ExchangeServerError` that says which rule is broken.
    static func check(_ entries: [Entry], users names: Set<String>) throws(ExchangeServerError) {
        let numbers = entries.map(\.number)
        let own = Set(numbers.map(\.number))
        guard own.count == numbers.count else {
            throw ExchangeServerError(.configuration, "numbers and telnyx.numbers have a number twice")
        }
        for entry in entries where entry.origin == .configuration {
            // A forwarded call that comes back by the carrier cannot be recognized, so the call would call itself.
            guard own.isDisjoint(with: entry.number.outside) else {
                throw ExchangeServerError(.configuration, "a number is forwarded to a number of the exchange's own")
            }
            for user in entry.number.users where !names.contains(user) {
                throw ExchangeServerError(
                    .configuration, "a number names user \(user), whom the configuration does not have")
            }
        }
    }
}

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
