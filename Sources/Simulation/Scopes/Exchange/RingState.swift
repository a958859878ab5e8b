import CallModel
import ExchangeCore
import Redaction

/// A moment of the explored system: the exchange itself, the phones, and what is on its way between them.
package struct RingState: Hashable, Sendable {
    /// What a phone believes.
    package enum Phase: Hashable, Sendable {
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

    package struct Party: Hashable, Sendable {
        var phase = Phase.idle
        var connection: ConnectionID?
        /// Which connection comes next, so that none is used twice.
        var connectionsMade: UInt64 = 0

        var hasHungUp: Bool { phase == .done || phase == .hangingUp }

        var believesInCall: Bool {
            switch phase {
            case .ringing, .answering, .connected: true
            case .idle, .hangingUp, .done: false
            }
        }

        /// What its user might do now.
        func choices(isCaller: Bool) -> [RingAction.Choice] {
            guard connection != nil else { return [] }
            switch phase {
            case .idle: return isCaller ? [.dial] : []
            case .ringing: return isCaller ? [.hangUp] : [.answer, .hangUp]
            case .answering, .connected: return [.hangUp]
            case .hangingUp, .done: return []
            }
        }
    }

    typealias Faults = RingModel.Faults

    /// A message on its way.
    package struct Packet: Hashable, Comparable, Sendable {
        package enum Kind: Int, Hashable, Sendable {
            // To the exchange.
            case dial, answer, hangUp
            // To a phone.
            case invite, answered, bye
            /// The phone is back, and its call still stands; or no longer does.
            case listed, unlisted
        }

        let kind: Kind
        let party: Int
        let connection: ConnectionID

        package static func < (left: Packet, right: Packet) -> Bool {
            (left.party, left.connection, left.kind.rawValue) < (right.party, right.connection, right.kind.rawValue)
        }
    }

    var exchange: Exchange
    package private(set) var checker = ExchangeChecker()
    var parties: [Party] = []
    /// Which party takes messages.
    var attendant: Int?
    static let attendantUser = UserID("attendant")
    /// In order, so that equal multisets are equal.
    var network: [Packet] = []
    var faults: Faults

    /// What decides about answers where claims are forgotten: the exchange as it was before the first.
    private var unclaimed: Exchange?
    private let claimsAreForgotten: Bool

    init(exchange: Exchange, faults: Faults, claimsAreForgotten: Bool = false) {
        self.exchange = exchange
        self.faults = faults
        self.claimsAreForgotten = claimsAreForgotten
    }

    mutating func put(_ packet: Packet) {
        network.insert(packet, at: network.firstIndex { packet < $0 } ?? network.endIndex)
    }

    mutating func take(_ packet: Packet) {
        if let index = network.firstIndex(of: packet) { network.remove(at: index) }
    }

    mutating func handle(_ event: ExchangeEvent) {
        var effects: [ExchangeEffect] = []
        if claimsAreForgotten, case .request(_, _, .answer) = event {
            exchange = unclaimed ?? exchange
            unclaimed = exchange
        }
        exchange.handle(event, at: .zero, into: &effects)
        checker.watch(event, effects)
        for effect in effects {
            guard let (connection, kind) = Packet.Kind.sent(by: effect),
                let party = parties.firstIndex(where: { $0.connection == connection }),
                kind != .unlisted || parties[party].connectionsMade > 1
            else { continue }
            // News of the end says nothing to a phone that has hung up.
            if kind == .bye, parties[party].hasHungUp { continue }
            put(Packet(kind: kind, party: party, connection: connection))
        }
    }

    /// Whether a phone has hung up and hears nothing, so that it says so again.
    func mustRepeatHangUp(_ party: Int) -> Bool {
        parties[party].phase == .hangingUp && parties[party].connection != nil
            && !network.contains { $0.party == party && $0.kind == .hangUp }
    }

    /// Whether for every phone that wrongly believes to be in the call something is on the way that will tell it.
    var whoIsWrongHasNews: Bool {
        let legs = exchange.status(of: RingModel.session)?.legs ?? []
        return parties.indices.allSatisfy { party in
            guard legs.indices.contains(party), legs[party].stage == .over, parties[party].believesInCall else {
                return true
            }
            return network.contains { $0.party == party && ($0.kind == .bye || $0.kind == .unlisted) }
        }
    }
}

extension RingState.Packet.Kind {
    /// What the model passes on of what the exchange says: the rest changes nothing for its phones.
    static func sent(by effect: ExchangeEffect) -> (ConnectionID, Self)? {
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
