import CallModel
package import ExchangeCore
package import Explorer
import Redaction

/// An answered call between two phones of ours, both of which offer new media, also at the same time. The exchange is
/// the real one.
package struct CrossingModel: Model {
    let updates: Int

    /// - Parameter updates: how often each side may offer new media.
    package init(updates: Int) { self.updates = updates }

    package var initialStates: [CrossingState] { [CrossingState(updates: updates)] }

    package func actions(in state: CrossingState) -> [CrossingAction] {
        state.sides.indices.flatMap { side -> [CrossingAction] in
            let phone = state.sides[side]
            return (phone.inbox.isEmpty ? [] : [.deliver(to: side)])
                + (phone.outbox.isEmpty ? [] : [.hear(side)])
                + (phone.updates > 0 && phone.awaited == nil ? [.offer(side)] : [])
        }
    }

    package func step(_ state: CrossingState, _ action: CrossingAction) -> CrossingState? {
        var next = state
        next.perform(action)
        return next
    }

    package var properties: [Property<CrossingState>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.checker.violations.isEmpty },
            Property(.always, "once all is said, each side has the media the other knows of") {
                !$0.isAtRest || $0.isAgreed
            },
            Property(.always, "once all is said, no side waits for an answer") {
                !$0.isAtRest || ($0.sides.allSatisfy { $0.awaited == nil } && $0.checker.runningTimers.isEmpty)
            },
            Property(.always, "of offers that cross, one is agreed on") {
                !$0.isAtRest || $0.generationsMade == 0 || $0.sides.contains { $0.generation > 0 }
            },
            Property(.sometimes, "the caller refuses an offer, and its own is agreed on") {
                $0.isAtRest && $0.hasCrossed && $0.sides[0].generation > 0
            },
            Property(.sometimes, "the called side's offer is agreed on") {
                $0.isAtRest && !$0.hasCrossed && $0.sides[1].updates < updates && $0.sides[0].updates == updates
            },
        ]
    }
}

/// A possible event of a call whose sides offer new media. The caller is 0, the called side 1.
package enum CrossingAction: Hashable, Sendable {
    case deliver(to: Int)
    case hear(Int)
    case offer(Int)
}

extension CrossingAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .deliver(let side): "\(Self.names[side]) reads"
        case .hear(let side): "\(Self.names[side]) is heard"
        case .offer(let side): "\(Self.names[side]) offers new media"
        }
    }

    private static let names = ["the caller", "the called side"]
}

/// A state of that call. Media are modeled as numbers: a side has a generation of its own, and knows one of the other's.
package struct CrossingState: Hashable, Sendable {
    /// A message on its way to a side; `offer` and `refusal` name the generation that was offered.
    package enum Inbound: Hashable, Sendable {
        case offer(OfferID, Int)
        case answer(to: Int, Int)
        case refusal(of: Int)
    }

    /// A message on its way from a side; a response without a generation is a refusal.
    package enum Outbound: Hashable, Sendable {
        case offer(Int)
        case response(OfferID, Int?)
    }

    package struct Side: Hashable, Sendable {
        let callID: CallID
        var updates: Int
        var generation = 0
        var peer = 0
        /// The generation of its offer that is not answered yet.
        var awaited: Int?
        var inbox: [Inbound] = []
        var outbox: [Outbound] = []
    }

    private var exchange = Exchange()
    package private(set) var checker = ExchangeChecker()
    private(set) var sides: [Side]
    private(set) var generationsMade = 0
    /// Whether the caller refused an offer because its own was under way.
    private(set) var hasCrossed = false

    init(updates: Int) {
        let called = CallID(LegID(session: ReturnState.session, ordinal: 1).description)
        sides = [Side(callID: CallID("call"), updates: updates), Side(callID: called, updates: updates)]
        for (side, name) in ["caller", "called"].enumerated() {
            handle(
                .deviceConnected(
                    Self.connection(side),
                    DeviceSession(
                        id: SignalingSessionID(name), user: UserID(name), device: DeviceID(name),
                        capabilities: .renegotiation)))
        }
        let verdict = SingleOrganizationDirectory([UserID("caller"), UserID("called")]).verdict(
            of: UserID("caller"), calling: "called")
        let dialing = Dialing(
            callID: sides[0].callID, session: ReturnState.session, verdict: verdict, dialed: "x",
            description: Self.description(0), trickles: false)
        handle(.request(Self.connection(0), .text("dial"), .dial(dialing)))
        let answer = AnswerRequest(callID: called, description: Self.description(0), trickles: false)
        handle(.request(Self.connection(1), .text("answer"), .answer(answer)))
    }

    var isAtRest: Bool { sides.allSatisfy { $0.inbox.isEmpty && $0.outbox.isEmpty } }
    var isAgreed: Bool { sides[0].peer == sides[1].generation && sides[1].peer == sides[0].generation }

    private static func connection(_ side: Int) -> ConnectionID { ConnectionID(UInt64(side) + 1) }
    private static func description(_ generation: Int) -> Redacted<String> { ReturnState.description("p\(generation)") }

    private mutating func handle(_ event: ExchangeEvent) {
        var effects: [ExchangeEffect] = []
        exchange.handle(event, at: .zero, into: &effects)
        checker.watch(event, effects)
        for effect in effects {
            switch effect {
            case .send(let connection, .updateMedia(_, let offer, let text)):
                receive(.offer(offer, ReturnState.generation(text)), on: connection)
            case .reply(let connection, .number(let request), .mediaUpdated(_, let text)):
                receive(.answer(to: Int(request), ReturnState.generation(text)), on: connection)
            case .reply(let connection, .number(let request), .refused):
                receive(.refusal(of: Int(request)), on: connection)
            default: break
            }
        }
    }

    private mutating func receive(_ message: Inbound, on connection: ConnectionID) {
        for side in sides.indices where Self.connection(side) == connection { sides[side].inbox.append(message) }
    }
}

extension CrossingState {
    mutating func perform(_ action: CrossingAction) {
        switch action {
        case .deliver(let side): read(sides[side].inbox.removeFirst(), side)
        case .hear(let side): hear(sides[side].outbox.removeFirst(), side)
        case .offer(let side):
            let generation = nextGeneration()
            sides[side].updates -= 1
            sides[side].awaited = generation
            sides[side].outbox.append(.offer(generation))
        }
    }

    /// A side behaves like our own client; see `ClientCallMachine`.
    private mutating func read(_ message: Inbound, _ side: Int) {
        switch message {
        case .offer(let offer, let generation):
            guard side == 1 || sides[side].awaited == nil else {
                hasCrossed = true
                return sides[side].outbox.append(.response(offer, nil))
            }
            sides[side].awaited = nil
            sides[side].peer = generation
            sides[side].generation = nextGeneration()
            sides[side].outbox.append(.response(offer, sides[side].generation))
        case .answer(let own, let generation):
            guard sides[side].awaited == own else { return }
            (sides[side].generation, sides[side].peer, sides[side].awaited) = (own, generation, nil)
        case .refusal(let own): if sides[side].awaited == own { sides[side].awaited = nil }
        }
    }

    private mutating func hear(_ message: Outbound, _ side: Int) {
        let connection = Self.connection(side)
        switch message {
        case .offer(let generation):
            let update = ClientRequest.updateMedia(sides[side].callID, Self.description(generation))
            handle(.request(connection, .number(Int64(generation)), update))
        case .response(let offer, let generation?):
            handle(.response(connection, offer, .answered(Self.description(generation))))
        case .response(let offer, nil): handle(.response(connection, offer, .refused))
        }
    }

    private mutating func nextGeneration() -> Int {
        generationsMade += 1
        return generationsMade
    }
}
