import Verto

/// Everything a client decides: the session with the exchange and every call over it.
///
/// The calls outlive their sockets; the session outlives its sockets; the machine outlives both.
package struct ClientMachine: Hashable, Sendable {
    package let settings: ClientSettings
    package internal(set) var state = ClientState.disconnected(error: nil)
    var session: VertoClientSession
    var calls: [CallConductor] = []
    var openRequests: [OpenRequest] = []
    var deadlines: [SessionDeadline] = []
    /// Calls that the exchange has in this session and the client has not, and when they are ended.
    var strays: Set<String> = []
    package internal(set) var straysDue: Duration?
    /// The socket whose events count; nil while there is none.
    var socket: UInt64?
    var socketCount: UInt64 = 0
    var requestCount: UInt64 = 0
    var lastClosure: SignalingClosure?
    var connecting: OperationID?
    /// When STUN and TURN servers are fetched again.
    var iceServersDue: Duration?
    var chance: Chance

    package init(settings: ClientSettings) {
        self.settings = settings
        session = VertoClientSession(configuration: settings.session)
        chance = Chance(seed: settings.seed)
    }

    package var sessionID: String { session.sessionID }

    /// The identifiers of its calls, the oldest first.
    package var callIDs: [String] { calls.map(\.callID) }

    package func call(_ callID: String) -> CallConductor? { calls.first { $0.callID == callID } }

    /// When `.tick` is due next.
    package var nextDeadline: Duration? {
        let earliest = (calls.compactMap(\.nextDeadline) + [iceServersDue, straysDue].compactMap(\.self)).min()
        guard let own = deadlines.map(\.at).min() else { return earliest }
        return earliest.map { min($0, own) } ?? own
    }

    /// Takes an event and appends what is to be done about it.
    package mutating func handle(_ event: ClientEvent, at now: Duration, into effects: inout [ClientEffect]) {
        switch event {
        case .connect(let id): connect(id, at: now, into: &effects)
        case .disconnect(let id): disconnect(id, at: now, into: &effects)
        case .dial(let id, let setup): dial(id, setup, at: now, into: &effects)
        case .operation(let id, let callID, let operation):
            operate(operation, on: callID, id, at: now, into: &effects)
        case .networkChanged: changeNetwork(at: now, into: &effects)
        case .socketOpened(let number): if number == socket { run(.socketOpened, at: now, into: &effects) }
        case .received(let number, let inbound): if number == socket { receive(inbound, at: now, into: &effects) }
        case .receivedGarbage(let number, let error):
            if number == socket { run(.unreadable(error), at: now, into: &effects) }
        case .socketClosed(let number, let closure): closed(number, closure, at: now, into: &effects)
        case .media(let callID, let news): conduct(callID, .news(news), at: now, into: &effects)
        case .iceServersFetched(let given): take(given, at: now, into: &effects)
        case .tick: tick(at: now, into: &effects)
        }
        if session.isInCall == calls.isEmpty { run(.callStands(!calls.isEmpty), at: now, into: &effects) }
    }

    private mutating func closed(
        _ number: UInt64, _ closure: SignalingClosure, at now: Duration, into effects: inout [ClientEffect]
    ) {
        guard number == socket else { return }
        socket = nil
        lastClosure = closure
        run(.socketClosed(jitter: chance.jitter()), at: now, into: &effects)
    }

    private mutating func tick(at now: Duration, into effects: inout [ClientEffect]) {
        while let due = deadlines.filter({ $0.at <= now }).min(by: { $0.at < $1.at }) {
            deadlines.removeAll { $0.timer == due.timer }
            run(.timerFired(due.timer), at: now, into: &effects)
        }
        if let iceServersDue, iceServersDue <= now { fetchIceServers(into: &effects) }
        if let straysDue, straysDue <= now { endStrays(at: now, into: &effects) }
        for call in calls where call.nextDeadline.map({ $0 <= now }) == true {
            conduct(call.callID, .tick, at: now, into: &effects)
        }
    }

    mutating func change(to new: ClientState, into effects: inout [ClientEffect]) {
        guard new != state else { return }
        state = new
        effects.append(.stateChanged(new))
    }
}
