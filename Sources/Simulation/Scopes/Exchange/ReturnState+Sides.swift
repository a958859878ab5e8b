import CallModel
import ExchangeCore
import Redaction

extension ReturnState {
    mutating func perform(_ action: ReturnAction) {
        switch action {
        case .deliverToPhone: read(phone.inbox.removeFirst())
        case .deliverFromPhone: hear(phone.outbox.removeFirst())
        case .deliverToClient(let keepsMedia): answer(client.inbox.removeFirst(), keepsMedia: keepsMedia)
        case .deliverFromClient:
            guard let connection = client.connection else { return }
            let description = Self.description("c\(client.outbox.removeFirst())")
            handle(.request(connection, .number(3), .attachAnswer(clientCallID, description)))
        case .breakPhone:
            if let connection = phone.connection { lose(connection) { $0.phone.cut() } }
        case .breakClient:
            if let connection = client.connection { lose(connection) { $0.client.cut() } }
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

    /// The phone does as the client of ours does: see `CallConductor`.
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
        }
    }

    private mutating func hear(_ reply: Reply) {
        guard let connection = phone.connection else { return }
        switch reply {
        case .attach(let generation):
            let description = Self.description("p\(generation)")
            handle(.request(connection, .number(5), .attachAnswer(phoneCallID, description)))
        case .offer(let offer, let generation):
            handle(.response(connection, offer, .answered(Self.description("p\(generation)"))))
        }
    }

    private mutating func answer(_ generation: Int, keepsMedia: Bool) {
        if !keepsMedia {
            client.generation = nextGeneration()
            client.peer = generation
            client.hasMedia = true
        }
        client.outbox.append(client.generation)
    }
}
