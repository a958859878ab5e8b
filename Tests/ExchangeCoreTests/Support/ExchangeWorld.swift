import CallModel
import ExchangeCore
import Redaction
import RingCore
import Scopes

/// An exchange with devices around it that do as they are told. What the exchange says comes back as short lines:
/// the connection, and its messages.
struct ExchangeWorld {
    var exchange: Exchange
    var now: Duration = .zero
    private(set) var checker = ExchangeChecker()
    private(set) var journal: [JournalRecord] = []
    private(set) var effects: [ExchangeEffect] = []
    /// The number of events that the exchange has handled.
    private(set) var eventCount = 0
    /// The last descriptions the exchange passed on, by connection.
    private(set) var descriptions: [ConnectionID: String] = [:]
    /// What the exchange has kept for its next run.
    private(set) var kept: [CallSessionID: KeptCall] = [:]
    private var requests: Int64 = 0
    private var users: [UInt64: UserID] = [:]

    init(_ change: (inout ExchangeLimits) -> Void = { _ in }) {
        var limits = ExchangeLimits()
        change(&limits)
        exchange = Exchange(limits: limits)
    }

    static let everything: DeviceCapabilities = [.trickle, .renegotiation, .ringing, .holdNotices]

    /// As Telnyx' JavaScript client: it acknowledges messages, and takes a new description only with an offer of the call.
    static let attaching: DeviceCapabilities = [.trickle, .ringing, .acknowledgements, .offersByAttach]

    static func session(_ number: UInt64 = 1) -> CallSessionID { CallSessionID(UUIDValue(high: 7, low: number)) }

    static func leg(_ ordinal: UInt16, of session: UInt64 = 1) -> LegID {
        LegID(session: Self.session(session), ordinal: ordinal)
    }

    static func call(_ ordinal: UInt16, of session: UInt64 = 1) -> CallID {
        CallID(leg(ordinal, of: session).description)
    }

    @discardableResult
    mutating func handle(_ event: ExchangeEvent) -> [String] {
        effects = []
        eventCount += 1
        exchange.handle(event, at: now, into: &effects)
        checker.watch(event, effects)
        for effect in effects {
            if case .journal(let record) = effect { journal.append(record) }
            if case .keep(let call) = effect { kept[call.session] = call }
            if case .discard(let session) = effect { kept[session] = nil }
            if case .send(let connection, let message) = effect, let text = message.sessionDescription {
                descriptions[connection] = text.revealed
            }
        }
        return effects.compactMap(Self.line)
    }

    @discardableResult
    mutating func connect(
        _ user: String, on connection: UInt64, session: String? = nil,
        _ capabilities: DeviceCapabilities = ExchangeWorld.everything
    ) -> [String] {
        let id = session ?? "session \(connection)"
        users[connection] = UserID(user)
        return handle(
            .deviceConnected(
                ConnectionID(connection),
                DeviceSession(
                    id: SignalingSessionID(id), user: UserID(user), device: DeviceID(id),
                    capabilities: capabilities)))
    }

    @discardableResult
    mutating func lose(_ connection: UInt64, _ loss: ConnectionLoss = .broken) -> [String] {
        handle(.connectionLost(ConnectionID(connection), loss))
    }

    /// The exchange dies, and the next run takes up the kept calls.
    @discardableResult
    mutating func restart() -> [String] {
        exchange = Exchange(limits: exchange.limits)
        checker.restart()
        return kept.values.sorted { $0.session < $1.session }.flatMap { kept in
            var next = kept
            let versions = journal.filter { $0.session == kept.session }.map(\.version)
            next.version = versions.max() ?? kept.version
            return handle(.recovered(next))
        }
    }

    @discardableResult
    mutating func request(_ connection: UInt64, _ request: ClientRequest) -> [String] {
        requests += 1
        return handle(.request(ConnectionID(connection), .number(requests), request))
    }

    @discardableResult
    mutating func dial(
        _ user: String?, on connection: UInt64 = 1, callID: String = "call", session: UInt64 = 1,
        trickles: Bool = false, description: Redacted<String> = SampleDescription.offer(), waking: [String] = [],
        attendant: String? = nil
    ) -> [String] {
        var dialing = Self.dialing(
            user, by: users[connection] ?? UserID("anna"), callID: callID, session: session, trickles: trickles,
            description: description)
        dialing.wakeable = waking.map { DeviceID($0) }
        dialing.attendant = attendant.map { UserID($0) }
        return request(connection, .dial(dialing))
    }

    static func dialing(
        _ user: String?, by caller: UserID = UserID("anna"), callID: String = "call", session: UInt64 = 1,
        trickles: Bool = false, description: Redacted<String> = SampleDescription.offer()
    ) -> Dialing {
        Dialing(
            callID: CallID(callID), session: Self.session(session),
            verdict: verdict(of: caller, calling: user ?? "unused"), dialed: "1002", description: description,
            trickles: trickles)
    }

    /// What a device's request to transfer its call becomes. Both sides may call the target, if it is one of them all.
    func transferring(
        _ callID: CallID, on connection: UInt64 = 1, to target: String, dialed: Redacted<String> = "1003",
        session: UInt64 = 2
    ) -> TransferRequest {
        let other = exchange.otherSide(of: callID, on: ConnectionID(connection))
        return TransferRequest(
            callID: callID, session: Self.session(session),
            verdict: Self.verdict(of: users[connection] ?? UserID("anna"), calling: target),
            peerVerdict: other.map { Self.verdict(of: $0, calling: target) } ?? .refused(.unknownCaller),
            dialed: dialed)
    }

    /// What the policy says of a call between colleagues, all of whom are shown as Anna.
    static func verdict(
        of caller: UserID, calling dialed: String, name: Redacted<String> = "Anna", number: Redacted<String> = "1001"
    ) -> CallingVerdict {
        let users = ["anna", "ben", "carla", "cleo", "mallory", "attendant"].map { UserID($0) }
        return SingleOrganizationDirectory(Set(users), displayName: name, numbers: [number]).verdict(
            of: caller, calling: dialed)
    }

    @discardableResult
    mutating func answer(
        _ connection: UInt64, leg: UInt16 = 1, session: UInt64 = 1, trickles: Bool = false,
        description: Redacted<String>? = nil
    ) -> [String] {
        let answer = description ?? SampleDescription.answer("leg\(leg)")
        return request(
            connection,
            .answer(
                AnswerRequest(callID: Self.call(leg, of: session), description: answer, trickles: trickles)))
    }

    /// A call to a number.
    @discardableResult
    mutating func dialNumber(on connection: UInt64 = 1, mailbox: String? = nil) -> [String] {
        var dialing = Self.dialing(nil)
        dialing.verdict = Self.verdict(
            of: users[connection] ?? UserID("anna"), calling: SingleOrganizationDirectory.number)
        dialing.mailbox = mailbox.map { UserID($0) }
        dialing.attendant = mailbox.map { _ in UserID("attendant") }
        return request(connection, .dial(dialing))
    }

    @discardableResult
    mutating func command(_ command: CarrierCommand, on device: GatewayDevice? = nil) -> [String] {
        handle(.command(Self.session(), command, on: device))
    }

    /// Has the caller and a leg joined.
    @discardableResult
    mutating func join(_ leg: UInt16) -> [String] { command(.bridge(Self.leg(leg), records: false)) }

    /// Has a device of ben's rung: each is named after its session, which is named after its connection.
    @discardableResult
    mutating func ring(_ leg: UInt16, on connection: UInt64, of user: String = "ben") -> [String] {
        command(
            .dial(Self.leg(leg), timeout: .seconds(30)),
            on: GatewayDevice(DeviceID("session \(connection)"), of: UserID(user)))
    }

    /// Lets the timer of that kind fire that is running.
    @discardableResult
    mutating func fire(_ isMeant: (TimerOwner) -> Bool) -> [String] {
        guard let timer = checker.runningTimers.first(where: { isMeant($0.owner) }) else { return ["no such timer"] }
        now = max(now, timer.deadline)
        return handle(.timerFired(timer))
    }

    func status(_ session: UInt64 = 1) -> CallStatus? { exchange.status(of: Self.session(session)) }
}
