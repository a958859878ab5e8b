import CallModel
package import ExchangeCore
package import Explorer
import Redaction

/// One call to one user with some devices, on a network that loses, duplicates and reorders messages. The exchange is
/// the real one; users may act at any time.
package struct RingModel: Model {
    /// The number of faults that may occur.
    package struct Faults: Hashable, Sendable {
        var drops: Int
        var doubles: Int
        /// Connections that break; the device may return.
        var breaks: Int
        /// Devices that are revoked; they cannot return.
        var revocations: Int

        package init(drops: Int = 0, doubles: Int = 0, breaks: Int = 0, revocations: Int = 0) {
            self.drops = drops
            self.doubles = doubles
            self.breaks = breaks
            self.revocations = revocations
        }
    }

    let devices: Int
    /// Whether the last device has no connection at first, so that a push rings it. The push arrives at any time, or
    /// never.
    let lastIsAsleep: Bool
    /// Whether an attendant takes a message when no device takes the call; it is the party after the devices.
    let hasAttendant: Bool
    let faults: Faults
    let claimsAreForgotten: Bool
    let revocationIsADrop: Bool
    /// How media connects while it rings; nil if it does not.
    let early: Early?
    private let memory = RingTransitionCache()

    /// Makes a model. Two parameters make it deliberately wrong, for tests of the search.
    ///
    /// - Parameters:
    ///   - claimsAreForgotten: decides each answer by the exchange's state before the first one, as if two servers
    ///     shared calls but not the claim.
    ///   - revocationIsADrop: treats a revoked device as one whose connection broke.
    package init(
        devices: Int, lastIsAsleep: Bool = false, hasAttendant: Bool = false, faults: Faults,
        claimsAreForgotten: Bool = false, revocationIsADrop: Bool = false, early: Early? = nil
    ) {
        self.devices = devices
        self.lastIsAsleep = lastIsAsleep
        self.hasAttendant = hasAttendant
        self.faults = faults
        self.claimsAreForgotten = claimsAreForgotten
        self.revocationIsADrop = revocationIsADrop
        self.early = early
    }

    static let session = CallSessionID(UUIDValue(high: 7, low: 1))
    /// As short as a description can be, because it is hashed with every state.
    static let description: Redacted<String> = "v=0\r\no=- 1 1 IN IP4 0\r\ns=-\r\nm=audio 9 RTP/SAVPF 0\r\n"
    /// The caller's party number; the devices follow.
    static let caller = 0

    package var initialStates: [RingState] {
        var sides = RingParticipants(
            claimsAreForgotten: claimsAreForgotten, revocationIsADrop: revocationIsADrop, early: early)
        var changes: [RingChannel.Change] = []
        sides.attendant = hasAttendant ? devices + 1 : nil
        for party in 0...(devices + (hasAttendant ? 1 : 0)) {
            sides.parties.append(RingParticipants.Party())
            if party != devices || !lastIsAsleep { sides.connect(party, &changes) }
        }
        var state = RingState(sides: sides, faults: faults)
        state.$wires = wires(state.$wires, after: changes)
        return [state]
    }

    package func actions(in state: RingState) -> [RingAction] {
        var actions: [RingAction] = []
        for (party, phone) in state.sides.parties.enumerated() {
            phone.addChoices(of: party, to: &actions)
            if state.mustRepeatHangUp(party) { actions.append(.act(party, .hangUp)) }
            if state.faults.revocations > 0, (1...devices).contains(party), !phone.isRevoked {
                actions.append(.revoke(party))
            }
            if phone.connection == nil {
                if !phone.isRevoked { actions.append(.comeBack(party)) }
            } else if state.faults.breaks > 0, phone.phase != .idle {
                actions.append(.breakConnection(party))
            }
        }
        let network = state.network
        for (index, packet) in network.enumerated() where index == 0 || network[index - 1] != packet {
            actions.append(.deliver(packet))
            if state.faults.drops > 0 { actions.append(.drop(packet)) }
            if state.faults.doubles > 0 { actions.append(.double(packet)) }
        }
        for timer in state.sides.timers { actions.append(.fire(timer)) }
        return actions
    }

    package func step(_ state: RingState, _ action: RingAction) -> RingState? {
        var next = state
        switch action {
        case .drop(let packet):
            next.$wires = wires(state.$wires, after: [.remove(packet)])
            next.faults.drops -= 1
        case .double(let packet):
            next.$wires = wires(state.$wires, after: [.put(packet)])
            next.faults.doubles -= 1
        case .act, .deliver, .fire, .breakConnection, .comeBack, .revoke:
            if case .breakConnection = action { next.faults.breaks -= 1 }
            if case .revoke = action { next.faults.revocations -= 1 }
            let turn = memory.turns(RingTurn.Question(sides: state.$sides, action: action)) {
                RingTurn(of: state.sides, action, memory)
            }
            next.$sides = turn.sides
            next.$wires = wires(state.$wires, after: turn.changes)
        }
        return next
    }

    private func wires(_ wires: Shared<RingChannel>, after changes: [RingChannel.Change]) -> Shared<RingChannel> {
        changes.reduce(wires) { wires, change in
            memory.wires(RingTransitionCache.Wiring(wires: wires, change: change)) {
                var next = wires.wrappedValue
                next.perform(change)
                return memory.allWires.first(equalTo: Shared(next))
            }
        }
    }

    package var properties: [Property<RingState>] {
        general + (hasAttendant ? ofAttendant : []) + (early == nil ? [] : ofEarlyMedia)
    }

    private var ofAttendant: [Property<RingState>] {
        [
            Property(.always, "the attendant rings only when no device of the callee rings any more") { state in
                let called = state.sides.status?.legs.dropFirst() ?? []
                guard called.contains(where: { $0.user == RingParticipants.attendantUser }) else { return true }
                return called.allSatisfy { $0.user == RingParticipants.attendantUser || $0.stage == .over }
            },
            Property(.always, "a diverted call keeps no device of the callee busy") { state in
                let legs = state.sides.status?.legs ?? []
                return legs.count <= devices + 1 || state.sides.exchange.liveCallCount(of: UserID("b")) == 0
            },
            Property(.sometimes, "the attendant answers") { state in
                let status = state.sides.status
                return status?.legs.contains { $0.id == status?.winner && $0.user == RingParticipants.attendantUser }
                    ?? false
            },
        ]
    }

    private var general: [Property<RingState>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.sides.checker.violations.isEmpty },
            Property(.always, "a mistaken phone has a message on its way, unless something was lost") { state in
                state.faults.drops < faults.drops || state.faults.breaks < faults.breaks
                    || state.faults.revocations < faults.revocations || state.whoIsWrongHasEvents
            },
            Property(.always, "a revoked device hears nothing any more") { state in
                state.sides.parties.indices.allSatisfy { party in
                    let phone = state.sides.parties[party]
                    return !phone.isRevoked
                        || phone.connection == nil && !state.network.contains { $0.party == party }
                }
            },
            Property(.always, "a revoked device is registered no longer than a call waits for it") { state in
                let registered = Set(state.sides.exchange.devices(of: UserID("b")))
                return (1...devices).allSatisfy { party in
                    guard state.sides.parties[party].isRevoked else { return true }
                    let device = DeviceID("\(party)")
                    let isAwaited = state.sides.status?.legs.contains { $0.device == device && $0.stage != .over }
                    return isAwaited == true || !registered.contains(device)
                }
            },
            Property(.sometimes, "all devices answer before any is told") { state in
                (1...devices).allSatisfy { party in
                    state.network.contains { $0.kind == .answer && $0.party == party }
                }
            },
            Property(.sometimes, "a cancel crosses an answer") { state in
                state.network.contains { $0.kind == .hangUp && $0.party == Self.caller }
                    && state.network.contains { $0.kind == .answer }
            },
            Property(.sometimes, "a call is answered and ends") { state in
                state.sides.status?.ending?.reason == .completed
            },
            Property(.eventually, "every leg is over") { state in
                state.sides.status?.legs.allSatisfy { $0.stage == .over } ?? true
            },
            Property(.eventually, "no call is left and no timer of one") { state in
                state.sides.exchange.liveCallCount == 0
                    && !state.sides.timers.contains { $0.owner.session != nil }
            },
        ]
    }
}

/// The result of an action for the exchange and the phones.
private struct RingTurn: Sendable {
    struct Question: Hashable, Sendable {
        let sides: Shared<RingParticipants>
        let action: RingAction
    }

    let sides: Shared<RingParticipants>
    let changes: [RingChannel.Change]

    init(of sides: RingParticipants, _ action: RingAction, _ memory: RingTransitionCache) {
        var sides = sides
        var changes: [RingChannel.Change] = []
        sides.perform(action, &changes)
        self.sides = memory.allSides.first(equalTo: Shared(sides))
        self.changes = changes
    }
}

/// The cached results of a search of the model.
private final class RingTransitionCache: Sendable {
    struct Wiring: Hashable, Sendable {
        let wires: Shared<RingChannel>
        let change: RingChannel.Change
    }

    let turns = MemoizedFunction<RingTurn.Question, RingTurn>()
    let allSides = MemoizedFunction<Shared<RingParticipants>, Shared<RingParticipants>>()
    let wires = MemoizedFunction<Wiring, Shared<RingChannel>>()
    let allWires = MemoizedFunction<Shared<RingChannel>, Shared<RingChannel>>()
}

extension RingParticipants.Party {
    /// Adds the actions that the party's user could take now.
    fileprivate func addChoices(of party: Int, to actions: inout [RingAction]) {
        guard connection != nil else { return }
        switch phase {
        case .idle: if party == RingModel.caller { actions.append(.act(party, .dial)) }
        case .ringing:
            if party != RingModel.caller { actions.append(.act(party, .answer)) }
            actions.append(.act(party, .hangUp))
        case .answering, .connected: actions.append(.act(party, .hangUp))
        case .hangingUp, .done: break
        }
    }
}

/// A possible event of a ringing call.
package enum RingAction: Hashable, Sendable {
    /// An action of a user.
    package enum Choice: Hashable, Sendable {
        case dial, answer, hangUp
    }

    case act(Int, Choice)
    case deliver(RingState.Packet)
    case drop(RingState.Packet)
    case double(RingState.Packet)
    case fire(TimerID)
    case breakConnection(Int)
    case comeBack(Int)
    /// The device is logged out permanently.
    case revoke(Int)
}

extension RingAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .act(let party, let choice): "\(party) does \(choice)"
        case .deliver(let packet): "\(packet.kind) arrives for \(packet.party)"
        case .drop(let packet): "\(packet.kind) is lost for \(packet.party)"
        case .double(let packet): "\(packet.kind) is doubled for \(packet.party)"
        case .fire(let timer): "timer \(timer.owner)"
        case .breakConnection(let party): "\(party) loses its connection"
        case .comeBack(let party): "\(party) comes back"
        case .revoke(let party): "\(party) is revoked"
        }
    }
}
