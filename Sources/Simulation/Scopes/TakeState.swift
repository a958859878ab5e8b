import CallModel
package import ExchangeCore
import Redaction

/// A state of a call that another device takes. Media are modeled as numbers: a device has a generation of its own
/// media, and knows one of the other side's.
package struct TakeState: Hashable, Sendable {
    /// A message on its way to a device.
    package enum Order: Hashable, Sendable {
        case attach(Int), ask(OfferID), update(OfferID, Int), mediaAnswer(Int)
        /// The other side's answer to the offer of the device that takes the call.
        case answer(Int)
        /// The device is back, and its call still stands, or does not.
        case listed(Bool)
        case bye, refused
    }

    /// A message on its way from a device.
    package enum Reply: Hashable, Sendable {
        case take(Int), attach(Int), offer(OfferID, Int), acknowledgement, hangUp
    }

    /// The state of the call as a device knows it.
    package enum Stage: Hashable, Sendable {
        /// It has no part in the call. Leaves to: `taking`.
        case idle
        /// It asked for the call. Leaves to: `talking`, `over`.
        case taking
        /// It has the call. Leaves to: `over`.
        case talking
        /// It left the call, or was told that it has it no longer.
        case over
    }

    /// A device, with its messages in the order of its socket.
    package struct Device: Hashable, Sendable {
        var connection: ConnectionID?
        var stage = Stage.idle
        var hasHungUp = false
        var generation = 0
        /// The generation of the other side's media that these are connected with.
        var peer = 0
        /// The generation of an unanswered offer.
        var pending: Int?
        var inbox: [Order] = []
        var outbox: [Reply] = []

        var hasCall: Bool { stage == .talking || stage == .taking }

        mutating func cut() {
            connection = nil
            pending = nil
            inbox = []
            outbox = []
        }
    }

    static let (caller, phone, page) = (0, 1, 2)
    static let names = ["the caller", "the phone", "the page"]
    private static let users = ["a", "b", "b"].map { UserID($0) }
    private static let session = CallSessionID(UUIDValue(high: 7, low: 1))
    private static let callIDs = [
        CallID("call"), CallID(LegID(session: session, ordinal: 1).description), CallID("taken"),
    ]
    /// The request by which the page takes the call.
    private static let taking = RequestID.number(6)

    package private(set) var exchange = Exchange()
    package private(set) var checker = ExchangeChecker()
    private(set) var devices = [Device(), Device(), Device()]
    private(set) var faults: TakeModel.Faults
    private let keepsFormer: Bool
    private(set) var hasTaken = false
    /// Whether a timer of the call has fired, after which the sides need not agree.
    private(set) var hasTimedOut = false
    /// The call as stored for the next run; the next property is its last stored version.
    private var kept: KeptCall?
    private var storedVersion: UInt64 = 0
    private var connectionsMade: UInt64 = 0
    private var generationsMade = 2

    init(_ faults: TakeModel.Faults, keepsFormer: Bool) {
        self.faults = faults
        self.keepsFormer = keepsFormer
        for index in devices.indices { connect(index) }
        (devices[Self.caller].generation, devices[Self.caller].peer) = (1, 2)
        (devices[Self.phone].generation, devices[Self.phone].peer) = (2, 1)
        request(
            Self.caller, .number(1),
            .dial(
                Dialing(
                    callID: Self.callIDs[Self.caller], session: Self.session, verdict: Self.verdict, dialed: "b",
                    description: Self.description(1), trickles: false)))
        request(
            Self.phone, .number(2),
            .answer(
                AnswerRequest(callID: Self.callIDs[Self.phone], description: Self.description(2), trickles: false)))
        for index in devices.indices { devices[index].inbox = [] }
        devices[Self.caller].stage = .talking
        devices[Self.phone].stage = .talking
    }

    private static let verdict = SingleOrganizationDirectory([UserID("a"), UserID("b")]).verdict(
        of: UserID("a"), calling: "b")

    /// As short as a description can be, because it is hashed with every state.
    private static func description(_ generation: Int) -> Redacted<String> {
        Redacted(
            "v=0\r\no=- 1 1 IN IP4 0\r\ns=-\r\nm=audio 9 RTP/SAVPF 0\r\na=ice-ufrag:g\(generation)\r\na=ice-pwd:0\r\n")
    }

    /// The generation of a description.
    private static func generation(_ text: Redacted<String>) -> Int {
        let line = text.revealed.split(separator: "\r\n").first { $0.hasPrefix("a=ice-ufrag:g") }
        return line.flatMap { Int($0.dropFirst("a=ice-ufrag:g".count)) } ?? -1
    }

    private mutating func nextGeneration() -> Int {
        generationsMade += 1
        return generationsMade
    }

    var canTake: Bool { !hasTaken && devices[Self.page].connection != nil }

    /// The device of the called user that has the call, as the exchange says; nil if none has.
    var holder: Int? {
        let status = exchange.status(of: Self.session)
        guard let winner = status?.winner, let leg = status?.legs.first(where: { $0.id == winner }) else { return nil }
        return devices.indices.first { DeviceID(Self.names[$0]) == leg.device }
    }

    /// Whether the call stands, no message is on its way and no timer runs.
    var isAtRest: Bool {
        exchange.liveCallCount > 0 && checker.runningTimers.isEmpty
            && devices.allSatisfy { $0.connection != nil && $0.inbox.isEmpty && $0.outbox.isEmpty }
    }

    var isAgreed: Bool {
        guard let holder else { return false }
        let (caller, called) = (devices[Self.caller], devices[holder])
        return caller.peer == called.generation && called.peer == caller.generation && caller.pending == nil
            && called.pending == nil
    }

    var isOfOneDevice: Bool {
        devices[Self.caller].stage == .talking
            && [Self.phone, Self.page].allSatisfy { (devices[$0].stage == .talking) == ($0 == holder) }
    }
}

/// The exchange, and its messages to the devices.
extension TakeState {
    private mutating func connect(_ index: Int) {
        connectionsMade += 1
        let connection = ConnectionID(connectionsMade)
        devices[index].connection = connection
        let name = Self.names[index]
        handle(
            .deviceConnected(
                connection,
                DeviceSession(
                    id: SignalingSessionID(name), user: Self.users[index], device: DeviceID(name),
                    capabilities: .renegotiation)))
    }

    private mutating func request(_ index: Int, _ id: RequestID, _ request: ClientRequest) {
        if let connection = devices[index].connection { handle(.request(connection, id, request)) }
    }

    private mutating func handle(_ event: ExchangeEvent) {
        var effects: [ExchangeEffect] = []
        exchange.handle(event, at: .zero, into: &effects)
        checker.watch(event, effects)
        for effect in effects {
            switch effect {
            case .send(let connection, let message):
                guard let index = devices.firstIndex(where: { $0.connection == connection }) else { continue }
                if let order = Self.order(message, Self.callIDs[index]) { devices[index].inbox.append(order) }
            case .reply(devices[Self.page].connection, Self.taking, .refused): devices[Self.page].inbox.append(.refused)
            // Data that will not be read again is not kept, because it would only multiply states.
            case .journal(let record) where faults.restarts > 0: storedVersion = record.version
            case .keep(let call) where faults.restarts > 0: kept = call
            case .discard: kept = nil
            default: break
            }
        }
    }

    private static func order(_ message: ExchangeMessage, _ callID: CallID) -> Order? {
        if case .ready(let calls) = message { return .listed(calls.contains(callID)) }
        guard message.callIDs.contains(callID) else { return nil }
        return switch message {
        case .attach(let offer): .attach(generation(offer.description))
        case .requestOffer(_, let offer): .ask(offer)
        case .mediaAnswer(_, let text): .mediaAnswer(generation(text))
        case .updateMedia(_, let offer, let text): .update(offer, generation(text))
        case .answer(let notice): .answer(generation(notice.description))
        case .bye: .bye
        default: nil
        }
    }

    /// The exchange dies with all messages on their way, and the next run continues with the kept call.
    private mutating func restart() {
        faults.restarts -= 1
        exchange = Exchange()
        checker.restart()
        for index in devices.indices { devices[index].cut() }
        guard var left = kept else { return }
        left.version = storedVersion
        if faults.restarts == 0 { (kept, storedVersion) = (nil, 0) }
        handle(.recovered(left))
    }
}

/// The devices.
extension TakeState {
    mutating func perform(_ action: TakeAction) {
        switch action {
        case .take:
            hasTaken = true
            devices[Self.page].stage = .taking
            devices[Self.page].generation = nextGeneration()
            devices[Self.page].outbox.append(.take(devices[Self.page].generation))
        case .read(let index): read(devices[index].inbox.removeFirst(), index)
        case .hear(let index): hear(devices[index].outbox.removeFirst(), index)
        case .hangUp(let index):
            faults.hangUps -= 1
            devices[index].stage = .over
            devices[index].hasHungUp = true
            devices[index].outbox.append(.hangUp)
        case .lose(let index):
            guard let connection = devices[index].connection else { return }
            faults.breaks -= 1
            devices[index].cut()
            handle(.connectionLost(connection, .broken))
        case .comeBack(let index): connect(index)
        case .restart: restart()
        case .fire(let timer):
            if timer.owner.session != nil { hasTimedOut = true }
            handle(.timerFired(timer))
        }
    }

    private mutating func read(_ order: Order, _ index: Int) {
        switch (order, devices[index].stage) {
        // A device that left a call that still stands leaves it again.
        case (.listed(true), .over): devices[index].outbox.append(.hangUp)
        case (.listed(false), .taking), (.listed(false), .talking), (.bye, _), (.refused, _):
            devices[index].stage = .over
        case (.answer(let generation), .taking):
            devices[index].stage = .talking
            devices[index].peer = generation
            devices[index].outbox.append(.acknowledgement)
        case (.listed, _), (.answer, _), (_, .idle), (_, .taking), (_, .over): break
        case (.attach, .talking), (.ask, .talking), (.update, .talking), (.mediaAnswer, .talking):
            negotiate(order, index)
        }
    }

    /// The device behaves like our own client; see `ClientCallMachine`.
    private mutating func negotiate(_ order: Order, _ index: Int) {
        switch order {
        case .attach(let generation):
            if generation != devices[index].peer { renew(index, with: generation) }
            devices[index].outbox.append(.attach(devices[index].generation))
        case .ask(let offer):
            let generation = nextGeneration()
            devices[index].pending = generation
            devices[index].outbox.append(.offer(offer, generation))
        case .update(let offer, let generation):
            devices[index].pending = nil
            renew(index, with: generation)
            devices[index].outbox.append(.offer(offer, devices[index].generation))
        case .mediaAnswer(let generation):
            if let pending = devices[index].pending, generation != devices[index].peer {
                devices[index].generation = pending
            }
            devices[index].peer = generation
            devices[index].pending = nil
        case .answer, .listed, .bye, .refused: break
        }
    }

    private mutating func renew(_ index: Int, with generation: Int) {
        devices[index].generation = nextGeneration()
        if !keepsFormer || index != Self.caller { devices[index].peer = generation }
    }

    private mutating func hear(_ reply: Reply, _ index: Int) {
        guard let connection = devices[index].connection else { return }
        let callID = Self.callIDs[index]
        switch reply {
        case .take(let generation):
            let taking = TakeRequest(
                callID: callID, session: Self.session, description: Self.description(generation), trickles: false)
            request(index, Self.taking, .take(taking))
        case .attach(let generation): request(index, .number(5), .attachAnswer(callID, Self.description(generation)))
        case .offer(let offer, let generation):
            handle(.response(connection, offer, .answered(Self.description(generation))))
        case .acknowledgement: handle(.acknowledged(connection, callID, .hasAnsweredCall))
        case .hangUp: request(index, .number(4), .hangUp(callID, .normalClearing))
        }
    }
}
