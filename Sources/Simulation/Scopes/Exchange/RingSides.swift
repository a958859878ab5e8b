import CallModel
import ExchangeCore
import Redaction

/// The exchange and the phones: a moment of the explored system without what is on its way, of which there are many for
/// each of these.
struct RingSides: Hashable, Sendable {
    /// What a phone believes.
    enum Phase: Hashable, Sendable {
        case idle
        /// The caller has dialled; a device rings.
        case ringing
        /// A device's user took the call.
        case answering
        /// The caller heard of the answer.
        case connected
        /// The user has hung up; the exchange has not replied.
        case hangingUp
        case done
    }

    struct Party: Hashable, Sendable {
        var phase = Phase.idle
        var connection: ConnectionID?
        /// Which connection comes next, so that none is used twice.
        var connectionsMade: UInt64 = 0
        var isRevoked = false

        var hasHungUp: Bool { phase == .done || phase == .hangingUp }

        var believesInCall: Bool {
            switch phase {
            case .ringing, .answering, .connected: true
            case .idle, .hangingUp, .done: false
            }
        }
    }

    typealias Packet = RingState.Packet

    private(set) var exchange = Exchange()
    private(set) var checker = ExchangeChecker()
    var parties: [Party] = []
    /// Which party takes messages.
    var attendant: Int?
    static let attendantUser = UserID("attendant")

    /// How the call stands in the exchange, as of the last event.
    private(set) var status: CallStatus?
    /// Timers that run, in a fixed order, as of the last event.
    private(set) var timers: [TimerID] = []
    /// What decides about answers where claims are forgotten: the exchange as it was before the first.
    private var unclaimed: Exchange?
    private let claimsAreForgotten: Bool
    let revocationIsADrop: Bool

    init(claimsAreForgotten: Bool, revocationIsADrop: Bool) {
        self.claimsAreForgotten = claimsAreForgotten
        self.revocationIsADrop = revocationIsADrop
    }

    /// Gives the exchange an event, and puts on the wires what it says.
    mutating func handle(_ event: ExchangeEvent, _ wires: inout [RingWires.Change]) {
        var effects: [ExchangeEffect] = []
        if claimsAreForgotten, case .request(_, _, .answer) = event {
            exchange = unclaimed ?? exchange
            unclaimed = exchange
        }
        exchange.handle(event, at: .zero, into: &effects)
        checker.watch(event, effects)
        status = exchange.status(of: RingModel.session)
        timers = checker.runningTimers
        for effect in effects {
            guard let (connection, kind) = Packet.Kind.sent(by: effect),
                let party = parties.firstIndex(where: { $0.connection == connection }),
                kind != .unlisted || parties[party].connectionsMade > 1
            else { continue }
            // News of the end says nothing to a phone that has hung up.
            if kind == .bye, parties[party].hasHungUp { continue }
            wires.append(.put(Packet(kind: kind, party: party, connection: connection)))
        }
    }

    /// The phones that wrongly believe to be in the call.
    var mistaken: [Int] {
        let legs = status?.legs ?? []
        return parties.indices.filter { party in
            legs.indices.contains(party) && legs[party].stage == .over && parties[party].believesInCall
        }
    }
}

extension RingState.Packet.Kind {
    /// What the model passes on of what the exchange says: the rest changes nothing for its phones.
    fileprivate static func sent(by effect: ExchangeEffect) -> (ConnectionID, Self)? {
        switch effect {
        case .send(let connection, .invite): (connection, .invite)
        case .send(let connection, .answer): (connection, .answered)
        case .send(let connection, .bye): (connection, .bye)
        case .send(let connection, .ready(let calls)): (connection, calls.isEmpty ? .unlisted : .listed)
        case .send, .reply, .push, .admit, .refuseAdmission, .startTimer, .cancelTimer, .journal, .keep, .discard,
            .punt, .disconnect,
            .news, .commandResult:
            nil
        }
    }
}
