import CallModel
package import ExchangeCore
import Redaction

/// A state of a call whose sides lose their sockets and return. Media are modeled as numbers: a side has a generation
/// of its own media, and knows one of the other's.
package struct ReturnState: Hashable, Sendable {
    /// A message on its way to the phone.
    package enum Order: Hashable, Sendable {
        case attach(Int), ask(OfferID), answer(Int), update(OfferID, Int), updated(Int), refused
    }

    /// A message on its way to the client.
    package enum ClientOrder: Hashable, Sendable {
        case attach(Int), probe
    }

    /// A message on its way from the client.
    package enum ClientReply: Hashable, Sendable {
        case attach(Int), acknowledgement
    }

    /// A message on its way from the phone.
    package enum Reply: Hashable, Sendable {
        case attach(Int), offer(OfferID, Int), update(Int)
    }

    /// One side of the call, with its messages in the order of its socket.
    package struct Side<Inbound: Hashable & Sendable, Outbound: Hashable & Sendable>: Hashable, Sendable {
        var connection: ConnectionID?
        var isReady = true
        var generation = 0
        /// The generation of the other side's media that these are connected with.
        var peer = 0
        var inbox: [Inbound] = []
        var outbox: [Outbound] = []
        /// The generation of an unanswered offer; only for the phone.
        var pending: Int?
        /// The generation of an unanswered offer of the phone's own accord.
        var updating: Int?
        /// Whether the client has media; the phone's media survive the loss of its socket.
        var hasMedia = true

        mutating func cut() {
            connection = nil
            pending = nil
            updating = nil
            inbox = []
            outbox = []
        }
    }

    package internal(set) var exchange = Exchange()
    package internal(set) var checker = ExchangeChecker()
    var phone = Side<Order, Reply>()
    var client = Side<ClientOrder, ClientReply>()
    let kind: ReturningClient
    /// Whether the client may not have heard yet that its taking up of the call is accepted.
    private(set) var isUnconfirmed = false
    let phoneCalls: Bool
    private(set) var updates: Int
    var breaks: Int
    var restarts: Int
    /// The call as stored for the next run; the next property is its last stored version.
    private var kept: KeptCall?
    private var storedVersion: UInt64 = 0
    /// Whether a timer of the call has fired, after which the sides need not agree.
    var hasTimedOut = false
    private var connectionsMade: UInt64 = 0
    private var generationsMade = 0

    /// The request by which the phone offers new media.
    static let update = RequestID.number(6)

    static let session = CallSessionID(UUIDValue(high: 7, low: 1))

    init(phoneCalls: Bool, breaks: Int, restarts: Int, by kind: ReturningClient, updates: Int) {
        self.kind = kind
        self.updates = updates
        self.phoneCalls = phoneCalls
        self.breaks = breaks
        self.restarts = restarts
        connectPhone()
        connectClient()
        guard let caller = phoneCalls ? phone.connection : client.connection,
            let callee = phoneCalls ? client.connection : phone.connection
        else { return }
        let offer = Self.description(phoneCalls ? "p0" : "c0")
        handle(
            .request(
                caller, .number(1),
                .dial(
                    Dialing(
                        callID: Self.callID(0), session: Self.session, verdict: Self.verdict(phoneCalls: phoneCalls),
                        dialed: "x",
                        description: offer, trickles: false))))
        let answer = AnswerRequest(
            callID: Self.callID(1), description: Self.description(phoneCalls ? "c0" : "p0"), trickles: false)
        handle(.request(callee, .number(2), .answer(answer)))
        acknowledge(.hasAnsweredCall)
    }

    private mutating func acknowledge(_ acknowledgement: Acknowledgement) {
        guard kind != .silent, let connection = client.connection else { return }
        handle(.acknowledged(connection, clientCallID, acknowledgement))
    }

    var phoneCallID: CallID { Self.callID(phoneCalls ? 0 : 1) }
    var clientCallID: CallID { Self.callID(phoneCalls ? 1 : 0) }

    private static func verdict(phoneCalls: Bool) -> CallingVerdict {
        SingleOrganizationDirectory([UserID("phone"), UserID("client")]).verdict(
            of: UserID(phoneCalls ? "phone" : "client"), calling: phoneCalls ? "client" : "phone")
    }

    private static func callID(_ leg: UInt16) -> CallID {
        leg == 0 ? CallID("call") : CallID(LegID(session: session, ordinal: leg).description)
    }

    /// As short as a description can be, because it is hashed with every state.
    static func description(_ generation: String) -> Redacted<String> {
        Redacted(
            "v=0\r\no=- 1 1 IN IP4 0\r\ns=-\r\nm=audio 9 RTP/SAVPF 0\r\na=ice-ufrag:\(generation)\r\na=ice-pwd:0\r\n")
    }

    /// The generation of a description.
    static func generation(_ text: Redacted<String>) -> Int {
        guard let line = text.revealed.split(separator: "\r\n").first(where: { $0.hasPrefix("a=ice-ufrag:") }) else {
            return -1
        }
        return Int(line.dropFirst("a=ice-ufrag:p".count)) ?? -1
    }

    /// Whether no message is on its way and no timer runs.
    var isAtRest: Bool {
        phone.connection != nil && client.connection != nil && exchange.liveCallCount > 0 && phone.inbox.isEmpty
            && phone.outbox.isEmpty && client.inbox.isEmpty && client.outbox.isEmpty && checker.runningTimers.isEmpty
    }

    var isAgreed: Bool {
        client.hasMedia && phone.peer == client.generation && client.peer == phone.generation
    }

    mutating func nextGeneration() -> Int {
        generationsMade += 1
        return generationsMade
    }

    mutating func connectPhone() {
        phone.connection = connect("phone", .renegotiation) { $0.phone.connection = $1 }
    }

    mutating func connectClient() {
        client.connection = connect("client", kind.capabilities) { $0.client.connection = $1 }
    }

    private mutating func connect(
        _ name: String, _ capabilities: DeviceCapabilities, _ note: (inout Self, ConnectionID) -> Void
    ) -> ConnectionID {
        connectionsMade += 1
        let connection = ConnectionID(connectionsMade)
        note(&self, connection)
        if name == "phone" { phone.isReady = false } else { client.isReady = false }
        handle(
            .deviceConnected(
                connection,
                DeviceSession(
                    id: SignalingSessionID(name), user: UserID(name), device: DeviceID(name),
                    capabilities: capabilities)))
        return connection
    }

    mutating func handle(_ event: ExchangeEvent) {
        var effects: [ExchangeEffect] = []
        exchange.handle(event, at: .zero, into: &effects)
        checker.watch(event, effects)
        for effect in effects {
            switch effect {
            case .send(let connection, let message) where connection == phone.connection: receiveFromPhone(message)
            case .send(let connection, let message) where connection == client.connection: receiveFromClient(message)
            case .reply(phone.connection, Self.update, .mediaUpdated(_, let text)):
                phone.inbox.append(.updated(Self.generation(text)))
            case .reply(phone.connection, Self.update, .refused): phone.inbox.append(.refused)
            // Data that will not be read again is not kept, because it would only multiply states.
            case .journal(let record) where restarts > 0: storedVersion = record.version
            case .keep(let call) where restarts > 0: kept = call
            case .discard: kept = nil
            default: break
            }
        }
    }

    /// The exchange dies with all messages on their way, and the next run continues with the kept call.
    mutating func restart() {
        restarts -= 1
        exchange = Exchange()
        checker.restart()
        phone.cut()
        client.cut()
        guard var left = kept else { return }
        left.version = storedVersion
        if restarts == 0 { (kept, storedVersion) = (nil, 0) }
        handle(.recovered(left))
    }

    private mutating func receiveFromPhone(_ message: ExchangeMessage) {
        switch message {
        case .ready: phone.isReady = true
        case .attach(let offer): phone.inbox.append(.attach(Self.generation(offer.description)))
        case .requestOffer(_, let offer): phone.inbox.append(.ask(offer))
        case .mediaAnswer(_, let text): phone.inbox.append(.answer(Self.generation(text)))
        case .updateMedia(_, let offer, let text): phone.inbox.append(.update(offer, Self.generation(text)))
        default: break
        }
    }

    private mutating func receiveFromClient(_ message: ExchangeMessage) {
        switch message {
        case .ready: client.isReady = true
        case .attach(let offer): client.inbox.append(.attach(Self.generation(offer.description)))
        case .probe: client.inbox.append(.probe)
        default: break
        }
    }
}

extension ReturnState {
    mutating func perform(_ action: ReturnAction) {
        switch action {
        case .deliverToPhone: read(phone.inbox.removeFirst())
        case .deliverFromPhone: receive(phone.outbox.removeFirst())
        case .deliverToClient(let keepsMedia): answer(client.inbox.removeFirst(), keepsMedia: keepsMedia)
        case .deliverFromClient:
            receive(client.outbox.removeFirst())
        case .breakPhone:
            if let connection = phone.connection { lose(connection) { $0.phone.cut() } }
        case .breakClient:
            isUnconfirmed = false
            if let connection = client.connection { lose(connection) { $0.client.cut() } }
        case .phoneOffersNewMedia:
            updates -= 1
            let generation = nextGeneration()
            phone.updating = generation
            phone.outbox.append(.update(generation))
        case .clientIsHeardLater:
            isUnconfirmed = false
            acknowledge(.heardLater)
        case .phoneComesBack: connectPhone()
        case .clientComesBack(let hasMedia):
            client.hasMedia = hasMedia
            connectClient()
        case .restart: restart()
        case .hangUp:
            guard let connection = phone.connection else { return }
            handle(.request(connection, .number(4), .hangUp(phoneCallID, .normalClearing)))
        case .fire(let timer):
            if case .renegotiation = timer.owner { hasTimedOut = true }
            handle(.timerFired(timer))
        }
    }

    private mutating func lose(_ connection: ConnectionID, _ cut: (inout Self) -> Void) {
        breaks -= 1
        cut(&self)
        handle(.connectionLost(connection, .broken))
    }

    /// The phone behaves like our own client; see `ClientCallMachine`.
    private mutating func read(_ order: Order) {
        switch order {
        case .attach(let generation):
            if generation != phone.peer {
                phone.peer = generation
                phone.generation = nextGeneration()
            }
            phone.outbox.append(.attach(phone.generation))
        case .ask(let offer):
            let generation = nextGeneration()
            phone.pending = generation
            phone.outbox.append(.offer(offer, generation))
        case .answer(let generation):
            if let pending = phone.pending, generation != phone.peer {
                phone.peer = generation
                phone.generation = pending
            }
            phone.pending = nil
        case .update(let offer, let generation):
            phone.pending = nil
            phone.peer = generation
            phone.generation = nextGeneration()
            phone.outbox.append(.offer(offer, phone.generation))
        case .updated(let generation):
            guard let updating = phone.updating else { return }
            (phone.generation, phone.peer, phone.updating) = (updating, generation, nil)
        case .refused: phone.updating = nil
        }
    }

    private mutating func receive(_ reply: Reply) {
        guard let connection = phone.connection else { return }
        switch reply {
        case .attach(let generation):
            let description = Self.description("p\(generation)")
            handle(.request(connection, .number(5), .attachAnswer(phoneCallID, description)))
        case .offer(let offer, let generation):
            handle(.response(connection, offer, .answered(Self.description("p\(generation)"))))
        case .update(let generation):
            handle(.request(connection, Self.update, .updateMedia(phoneCallID, Self.description("p\(generation)"))))
        }
    }

    private mutating func receive(_ reply: ClientReply) {
        guard let connection = client.connection else { return }
        switch reply {
        case .attach(let generation):
            isUnconfirmed = kind != .silent
            let description = Self.description("c\(generation)")
            handle(.request(connection, .number(3), .attachAnswer(clientCallID, description)))
        case .acknowledgement: acknowledge(.hasAnsweredCall)
        }
    }

    private mutating func answer(_ order: ClientOrder, keepsMedia: Bool) {
        guard case .attach(let generation) = order else {
            // A page that was loaded anew says nothing about a call that it does not have.
            if client.hasMedia || kind == .acknowledgingAnything { client.outbox.append(.acknowledgement) }
            return
        }
        if !keepsMedia {
            client.generation = nextGeneration()
            client.peer = generation
            client.hasMedia = true
        }
        client.outbox.append(.attach(client.generation))
    }
}
