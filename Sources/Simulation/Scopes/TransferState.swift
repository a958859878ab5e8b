import CallModel
package import ExchangeCore
import Redaction

/// A state of a call that a party transfers. Media are modeled as numbers: a device has a generation of its own media,
/// and knows one of the other side's.
package struct TransferState: Hashable, Sendable {
    /// A message on its way to a device.
    package enum Order: Hashable, Sendable {
        case invite, attach(Int), newOffer(OfferID), update(OfferID, Int), mediaAnswer(Int)
        /// The device is back, and its call still stands, or does not.
        case listed(Bool)
        /// The transfer failed.
        case failed
        case bye
    }

    /// A message on its way from a device.
    package enum Reply: Hashable, Sendable {
        case transfer, answer(Int), attach(Int), offer(OfferID, Int), decline, hangUp
    }

    /// The state of the call as a device knows it.
    package enum Stage: Hashable, Sendable {
        /// It has no part in the call. Leaves to: `ringing`.
        case idle
        /// Leaves to: `talking`, `over`.
        case ringing
        /// It has the call, or answered. Leaves to: `over`.
        case talking
        /// It left the call, or was told that it has it no longer.
        case over
    }

    /// How the target behaved.
    package enum Choice: Hashable, Sendable {
        case answered, declined, silent
    }

    /// A device, with its messages in the order of its socket.
    package struct Device: Hashable, Sendable {
        var connection: ConnectionID?
        var timesConnected = 0
        var stage = Stage.idle
        var hasHungUp = false
        /// How often it was told that its transfer failed, whether the message arrived or not.
        var timesFailed = 0
        var isDead = false
        var generation = 0
        /// How many generations of media it has made.
        var generationsMade = 0
        /// The generation of the other side's media that these are connected with.
        var peer = 0
        /// The generation of an unanswered offer.
        var pending: Int?
        var inbox: [Order] = []
        var outbox: [Reply] = []

        mutating func cut() {
            timesFailed += inbox.count { $0 == .failed }
            connection = nil
            pending = nil
            inbox = []
            outbox = []
        }
    }

    static let (caller, called, target) = (0, 1, 2)
    static let names = ["the caller", "the called device", "the target"]
    private static let users = ["a", "b", "c"].map { UserID($0) }
    private static let session = CallSessionID(UUIDValue(high: 7, low: 1))
    private static let ring = CallSessionID(UUIDValue(high: 7, low: 2))
    private static let callIDs = [
        CallID("call"), CallID(LegID(session: session, ordinal: 1).description),
        CallID(LegID(session: ring, ordinal: 1).description),
    ]

    package private(set) var exchange = Exchange()
    package private(set) var checker = ExchangeChecker()
    private(set) var devices = [Device(), Device(), Device()]
    private(set) var faults: TransferModel.Faults
    /// The device that transfers the call.
    let party: Int
    private let keepsFormer: Bool
    private(set) var hasTransferred = false
    /// Whether the exchange began to transfer the call.
    private(set) var isBegun = false
    /// What the target did; nil while it rings, and before.
    private(set) var choice: Choice?
    /// Whether the time for an answer to new media was over, after which the sides need not agree.
    private(set) var hasTimedOut = false

    init(byCaller: Bool, _ faults: TransferModel.Faults, keepsFormer: Bool) {
        self.faults = faults
        self.keepsFormer = keepsFormer
        party = byCaller ? Self.caller : Self.called
        for index in devices.indices { connect(index) }
        for index in [Self.caller, Self.called] {
            devices[index].stage = .talking
            devices[index].generation = nextGeneration(of: index)
        }
        devices[Self.caller].peer = devices[Self.called].generation
        devices[Self.called].peer = devices[Self.caller].generation
        request(
            Self.caller, .number(1),
            .dial(
                Dialing(
                    callID: Self.callIDs[Self.caller], session: Self.session, verdict: Self.verdict(of: "a", on: "b"),
                    dialed: "b", description: Self.description(devices[Self.caller].generation), trickles: false)))
        request(
            Self.called, .number(2),
            .answer(
                AnswerRequest(
                    callID: Self.callIDs[Self.called], description: Self.description(devices[Self.called].generation),
                    trickles: false)))
        for index in devices.indices { devices[index].inbox = [] }
    }

    private static func verdict(of user: String, on dialed: String) -> CallingVerdict {
        SingleOrganizationDirectory(Set(users)).verdict(of: UserID(user), calling: dialed)
    }

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

    /// A generation that no device has, whatever the order in which the devices make theirs.
    private mutating func nextGeneration(of index: Int) -> Int {
        devices[index].generationsMade += 1
        return 100 * (index + 1) + devices[index].generationsMade
    }

    var canTransfer: Bool {
        !hasTransferred && devices[party].stage == .talking && devices[party].connection != nil
    }

    /// The devices that are in the call, as the exchange says.
    private var holders: Set<Int> {
        let legs = exchange.status(of: Self.session)?.legs.filter { $0.stage == .answered } ?? []
        return Set(legs.compactMap { leg in devices.indices.first { DeviceID(Self.names[$0]) == leg.device } })
    }

    var isTransferred: Bool { holders.contains(Self.target) }

    /// Whether the call stands, no message is on its way and no timer runs.
    var isAtRest: Bool {
        exchange.liveCallCount > 0 && checker.runningTimers.isEmpty
            && devices.allSatisfy { ($0.connection != nil || $0.isDead) && $0.inbox.isEmpty && $0.outbox.isEmpty }
    }

    /// Whether two users are in the call, and know it: those of before, or the target in the place of the party.
    var hasTwoParties: Bool {
        let other = Self.called - party
        let holders = holders
        return [[other, party], [other, Self.target]].contains(holders)
            && devices.indices.allSatisfy { (devices[$0].stage == .talking) == holders.contains($0) }
    }

    /// Whether the party was told once that its transfer failed if it did, and never otherwise.
    var isFailureTold: Bool {
        devices[party].timesFailed == (isBegun && holders.contains(party) ? 1 : 0)
    }

    var isAgreed: Bool {
        let both = holders.sorted().map { devices[$0] }
        guard both.count == 2 else { return false }
        return both[0].peer == both[1].generation && both[1].peer == both[0].generation
            && both.allSatisfy { $0.pending == nil }
    }
}

/// The exchange, and its messages to the devices.
extension TransferState {
    private mutating func connect(_ index: Int) {
        devices[index].timesConnected += 1
        let connection = ConnectionID(UInt64(10 * (index + 1) + devices[index].timesConnected))
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
            if case .reply(_, _, .transferBegun) = effect { isBegun = true }
            guard case .send(let connection, let message) = effect else { continue }
            if let index = devices.firstIndex(where: { $0.connection == connection }) {
                if let order = Self.order(message, Self.callIDs[index]) { devices[index].inbox.append(order) }
            } else if case .transferFailed = message {
                devices[party].timesFailed += 1
            }
        }
    }

    private static func order(_ message: ExchangeMessage, _ callID: CallID) -> Order? {
        if case .ready(let calls) = message { return .listed(calls.contains(callID)) }
        guard message.callIDs.contains(callID) else { return nil }
        return switch message {
        case .invite: .invite
        case .attach(let offer): .attach(generation(offer.description))
        case .requestNewOffer(_, let offer): .newOffer(offer)
        case .mediaAnswer(_, let text): .mediaAnswer(generation(text))
        case .updateMedia(_, let offer, let text): .update(offer, generation(text))
        case .transferFailed: .failed
        case .bye: .bye
        default: nil
        }
    }
}

/// The devices.
extension TransferState {
    mutating func perform(_ action: TransferAction) {
        switch action {
        case .transfer:
            hasTransferred = true
            devices[party].outbox.append(.transfer)
        case .answer: answer()
        case .decline:
            choice = .declined
            devices[Self.target].stage = .over
            devices[Self.target].outbox.append(.decline)
        case .read(let index): read(devices[index].inbox.removeFirst(), index)
        case .hear(let index): hear(devices[index].outbox.removeFirst(), index)
        case .hangUp(let index):
            faults.hangUps -= 1
            devices[index].stage = .over
            devices[index].hasHungUp = true
            devices[index].outbox.append(.hangUp)
        case .lose, .cut, .die: breakOff(action)
        case .comeBack(let index): connect(index)
        case .fire(let timer):
            switch timer.owner {
            case .renegotiation: hasTimedOut = true
            case .ring: choice = choice ?? .silent
            case .callerGrace, .offerGathering, .answerGathering, .acknowledgement, .resume: break
            }
            handle(.timerFired(timer))
        }
    }

    private mutating func breakOff(_ action: TransferAction) {
        switch action {
        case .lose(let index):
            faults.breaks -= 1
            lose(index)
        case .cut(let index):
            faults.cuts -= 1
            devices[index].cut()
        case .die(let index):
            faults.deaths -= 1
            devices[index].isDead = true
            devices[index].stage = .over
            lose(index)
        default: break
        }
    }

    private mutating func lose(_ index: Int) {
        guard let connection = devices[index].connection else { return }
        devices[index].cut()
        handle(.connectionLost(connection, .broken))
    }

    private mutating func answer() {
        choice = .answered
        devices[Self.target].stage = .talking
        devices[Self.target].generation = nextGeneration(of: Self.target)
        devices[Self.target].outbox.append(.answer(devices[Self.target].generation))
    }

    private mutating func read(_ order: Order, _ index: Int) {
        switch (order, devices[index].stage) {
        // A device that left a call that still stands leaves it again.
        case (.listed(true), .over): devices[index].outbox.append(.hangUp)
        case (.listed(false), .ringing), (.listed(false), .talking), (.bye, _): devices[index].stage = .over
        case (.failed, _): devices[index].timesFailed += 1
        case (.invite, .idle): devices[index].stage = .ringing
        // Its answer was lost.
        case (.invite, .talking): devices[index].outbox.append(.answer(devices[index].generation))
        case (.listed, _), (.invite, _), (_, .idle), (_, .ringing), (_, .over): break
        case (.attach, .talking), (.newOffer, .talking), (.update, .talking), (.mediaAnswer, .talking):
            negotiate(order, index)
        }
    }

    /// The device behaves like our own client; see `ClientCallMachine`.
    private mutating func negotiate(_ order: Order, _ index: Int) {
        switch order {
        case .attach(let generation):
            if generation != devices[index].peer { renew(index, with: generation) }
            devices[index].outbox.append(.attach(devices[index].generation))
        case .newOffer(let offer):
            let generation = nextGeneration(of: index)
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
        case .invite, .listed, .failed, .bye: break
        }
    }

    private mutating func renew(_ index: Int, with generation: Int) {
        devices[index].generation = nextGeneration(of: index)
        let isOther = index == Self.called - party
        if !keepsFormer || !isOther { devices[index].peer = generation }
    }

    private mutating func hear(_ reply: Reply, _ index: Int) {
        guard let connection = devices[index].connection else { return }
        let callID = Self.callIDs[index]
        switch reply {
        case .transfer:
            let (user, other) = (Self.users[index].rawValue, Self.users[1 - index].rawValue)
            let transfer = TransferRequest(
                callID: callID, session: Self.ring, verdict: Self.verdict(of: user, on: "c"),
                peerVerdict: Self.verdict(of: other, on: "c"), dialed: "c")
            request(index, .number(6), .transfer(transfer))
        case .answer(let generation):
            let answer = AnswerRequest(callID: callID, description: Self.description(generation), trickles: false)
            request(index, .number(2), .answer(answer))
        case .attach(let generation): request(index, .number(5), .attachAnswer(callID, Self.description(generation)))
        case .offer(let offer, let generation):
            handle(.response(connection, offer, .answered(Self.description(generation))))
        case .decline: request(index, .number(3), .hangUp(callID, .callRejected))
        case .hangUp: request(index, .number(4), .hangUp(callID, .normalClearing))
        }
    }
}
