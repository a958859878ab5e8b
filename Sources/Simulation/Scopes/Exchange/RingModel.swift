import CallModel
import ExchangeCore
package import Explorer
import Redaction

/// One call to one user with some devices, on a network that loses, doubles and reorders: the real exchange, and people
/// who may do anything at any time.
package struct RingModel: Model {
    /// How much may go wrong.
    package struct Faults: Hashable, Sendable {
        var drops: Int
        var doubles: Int
        /// Connections that break; the device may come back.
        var breaks: Int

        package init(drops: Int = 0, doubles: Int = 0, breaks: Int = 0) {
            self.drops = drops
            self.doubles = doubles
            self.breaks = breaks
        }
    }

    let devices: Int
    /// Whether the last device has no connection at first, so that a push rings it: it arrives at any time, or never.
    let lastIsAsleep: Bool
    /// Whether an attendant takes a message when nobody takes the call; it is the party after the devices.
    let hasAttendant: Bool
    let faults: Faults
    let claimsAreForgotten: Bool

    /// - Parameter claimsAreForgotten: wrong on purpose, for a test of the search: each answer is decided by what the
    ///   exchange knew before the first, as when two servers share calls and not the claim.
    package init(
        devices: Int, lastIsAsleep: Bool = false, hasAttendant: Bool = false, faults: Faults,
        claimsAreForgotten: Bool = false
    ) {
        self.devices = devices
        self.lastIsAsleep = lastIsAsleep
        self.hasAttendant = hasAttendant
        self.faults = faults
        self.claimsAreForgotten = claimsAreForgotten
    }

    static let session = CallSessionID(UUIDValue(high: 7, low: 1))
    /// As short as a description can be: it is hashed with every state.
    static let description: Redacted<String> = "v=0\r\no=- 1 1 IN IP4 0\r\ns=-\r\nm=audio 9 RTP/SAVPF 0\r\n"
    /// The caller is party 0; the devices follow.
    static let caller = 0

    package var initialStates: [RingState] {
        var state = RingState(exchange: Exchange(), faults: faults, claimsAreForgotten: claimsAreForgotten)
        state.attendant = hasAttendant ? devices + 1 : nil
        for party in 0...(devices + (hasAttendant ? 1 : 0)) {
            state.parties.append(RingState.Party())
            if party != devices || !lastIsAsleep { state.connect(party) }
        }
        return [state]
    }

    package func actions(in state: RingState) -> [RingAction] {
        var actions: [RingAction] = []
        for (party, phone) in state.parties.enumerated() {
            actions += phone.choices(isCaller: party == Self.caller).map { .act(party, $0) }
            if state.mustRepeatHangUp(party) { actions.append(.act(party, .hangUp)) }
            if phone.connection == nil {
                actions.append(.comeBack(party))
            } else if state.faults.breaks > 0, phone.phase != .idle {
                actions.append(.breakConnection(party))
            }
        }
        for (index, packet) in state.network.enumerated() where index == 0 || state.network[index - 1] != packet {
            actions.append(.deliver(packet))
            if state.faults.drops > 0 { actions.append(.drop(packet)) }
            if state.faults.doubles > 0 { actions.append(.double(packet)) }
        }
        return actions + state.checker.runningTimers.map { .fire($0) }
    }

    package func step(_ state: RingState, _ action: RingAction) -> RingState? {
        var next = state
        switch action {
        case .act(let party, let choice): next.act(party, choice)
        case .deliver(let packet): next.deliver(packet)
        case .drop(let packet):
            next.take(packet)
            next.faults.drops -= 1
        case .double(let packet):
            next.put(packet)
            next.faults.doubles -= 1
        case .fire(let timer): next.handle(.timerFired(timer))
        case .breakConnection(let party):
            next.breakConnection(party)
            next.faults.breaks -= 1
        case .comeBack(let party): next.connect(party)
        }
        return next
    }

    package var properties: [Property<RingState>] {
        general + (hasAttendant ? ofAttendant : [])
    }

    private var ofAttendant: [Property<RingState>] {
        [
            Property(.always, "the attendant rings only when nobody of the callee rings any more") { state in
                let called = state.exchange.status(of: Self.session)?.legs.dropFirst() ?? []
                guard called.contains(where: { $0.user == RingState.attendantUser }) else { return true }
                return called.allSatisfy { $0.user == RingState.attendantUser || $0.stage == .over }
            },
            Property(.always, "a call that was diverted keeps nobody of the callee busy") { state in
                let legs = state.exchange.status(of: Self.session)?.legs ?? []
                return legs.count <= devices + 1 || state.exchange.liveCallCount(of: UserID("b")) == 0
            },
            Property(.sometimes, "the attendant answers") { state in
                let status = state.exchange.status(of: Self.session)
                return status?.legs.contains { $0.id == status?.winner && $0.user == RingState.attendantUser } ?? false
            },
        ]
    }

    private var general: [Property<RingState>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.checker.violations.isEmpty },
            Property(.always, "who is wrong about the call has news on the way, unless something was lost") { state in
                state.faults.drops < faults.drops || state.faults.breaks < faults.breaks
                    || state.whoIsWrongHasNews
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
                state.exchange.status(of: Self.session)?.ending?.reason == .completed
            },
            Property(.eventually, "every leg is over") { state in
                state.exchange.status(of: Self.session)?.legs.allSatisfy { $0.stage == .over } ?? true
            },
            Property(.eventually, "no call is left and no timer of one") { state in
                state.exchange.liveCallCount == 0
                    && !state.checker.runningTimers.contains { $0.owner.session != nil }
            },
        ]
    }
}
