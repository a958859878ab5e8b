import CallModel
import MediaEngine
import Redaction
import Verto

/// The state machine of a client: the session with the exchange and every call over it.
///
/// Calls and session survive their sockets; the machine survives both.
package struct ClientMachine: Hashable, Sendable {
    package let settings: ClientSettings
    package internal(set) var state = ClientState.disconnected(error: nil)
    var session: VertoClientSession
    var calls: [ClientCallMachine] = []
    var openRequests: [OpenRequest] = []
    var deadlines: [SessionDeadline] = []
    /// Calls that the exchange has in this session and the client does not have. They are ended at
    /// `unknownCallsDeadline`.
    var unknownCalls: Set<String> = []
    package internal(set) var unknownCallsDeadline: Duration?
    /// The number of the current socket; events of others are ignored. Nil while there is none.
    var socket: UInt64?
    var socketCount: UInt64 = 0
    var requestCount: UInt64 = 0
    var lastClosure: SignalingClosure?
    /// Whether the exchange could not decide about the last login.
    var isLoginDeferred = false
    var connecting: OperationID?
    /// The requests to disconnect whose sockets are closing.
    var departures: [Departure] = []
    /// Whether the app's request to disconnect is being carried out.
    var isLeaving = false
    /// When STUN and TURN servers are fetched again; nil if no time is set.
    var iceServersDue: Duration?
    /// The login on the current socket, while it is unanswered.
    var openLogin: VertoID?
    /// Until when each login may reach the exchange late, whose socket this side closed or lost before the answer.
    var lateLogins: [Duration] = []
    var chance: Chance

    package init(settings: ClientSettings) {
        self.settings = settings
        session = VertoClientSession(configuration: settings.session)
        lateLogins = settings.lateLogins
        chance = Chance(seed: settings.seed)
    }

    package var sessionID: String { session.sessionID }

    /// The identifiers of the calls, oldest first.
    package var callIDs: [String] { calls.map(\.callID) }

    package func call(_ callID: String) -> ClientCallMachine? { calls.first { $0.callID == callID } }

    /// The time of the next `.tick`, since the shell's origin.
    package var nextDeadline: Duration? {
        let earliest = (calls.compactMap(\.nextDeadline) + [iceServersDue, unknownCallsDeadline].compactMap(\.self))
            .min()
        guard let own = deadlines.map(\.at).min() else { return earliest }
        return earliest.map { min($0, own) } ?? own
    }

    /// Handles one event and appends the resulting effects.
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
        case .media(let callID, let report):
            dispatch(callID, .mediaReport(report), at: now, into: &effects)
            if report == .faltering(true) { run(.mediaFellSilent, at: now, into: &effects) }
        case .iceServersFetched(let given): handle(given, at: now, into: &effects)
        case .tick: tick(at: now, into: &effects)
        }
        if session.isInCall == calls.isEmpty { run(.callStands(!calls.isEmpty), at: now, into: &effects) }
    }

    private mutating func closed(
        _ number: UInt64, _ closure: SignalingClosure, at now: Duration, into effects: inout [ClientEffect]
    ) {
        for departure in departures where departure.socket == number { effects.append(.settle(departure.id, nil)) }
        departures.removeAll { $0.socket == number }
        guard number == socket else { return }
        noteLateLogin(at: now)
        socket = nil
        lastClosure = closure
        isLoginDeferred = false
        run(.socketClosed(jitter: chance.jitter()), at: now, into: &effects)
    }

    private mutating func tick(at now: Duration, into effects: inout [ClientEffect]) {
        while let due = deadlines.filter({ $0.at <= now }).min(by: { $0.at < $1.at }) {
            deadlines.removeAll { $0.timer == due.timer }
            run(.timerFired(due.timer), at: now, into: &effects)
        }
        if let iceServersDue, iceServersDue <= now { fetchIceServers(into: &effects) }
        if let unknownCallsDeadline, unknownCallsDeadline <= now { endUnknownCalls(at: now, into: &effects) }
        for call in calls where call.nextDeadline.map({ $0 <= now }) == true {
            dispatch(call.callID, .tick, at: now, into: &effects)
        }
    }

    mutating func change(to new: ClientState, into effects: inout [ClientEffect]) {
        guard new != state else { return }
        state = new
        effects.append(.stateChanged(new))
    }
}

/// Handles requests of the app.
extension ClientMachine {
    mutating func connect(_ id: OperationID, at now: Duration, into effects: inout [ClientEffect]) {
        guard case .disconnected = state else {
            effects.append(.settle(id, ClientError(.alreadyConnected, "the client is \(state.name)")))
            return
        }
        connecting = id
        lastClosure = nil
        isLoginDeferred = false
        change(to: .connecting, into: &effects)
        run(.connect, at: now, into: &effects)
    }

    /// Hangs up the calls, whose BYEs are sent before the socket closes. A call that rings here gets no BYE, because
    /// that would decline it on the user's other devices. The request is settled when the socket has closed: a process
    /// that ends earlier takes the unsent BYEs with it.
    mutating func disconnect(_ id: OperationID, at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs {
            if let state = call(callID)?.state, state.direction == .inbound, state.isRinging { continue }
            dispatch(callID, .operation(nil, .hangUp), at: now, into: &effects)
        }
        let closing = socket
        isLeaving = true
        run(.disconnect, at: now, into: &effects)
        isLeaving = false
        guard let closing, effects.contains(.closeSocket(closing)) else { return effects.append(.settle(id, nil)) }
        departures.append(Departure(id: id, socket: closing))
    }

    mutating func dial(_ id: OperationID, _ setup: CallSetup, at now: Duration, into effects: inout [ClientEffect]) {
        guard session.isReady else {
            return effects.append(.settle(id, ClientError(.notConnected, "the client is \(state.name)")))
        }
        guard calls.count < settings.callsMax else {
            return effects.append(
                .settle(id, ClientError(.limitReached, "there are \(settings.callsMax) calls already")))
        }
        guard call(setup.callID) == nil else {
            return effects.append(
                .settle(id, ClientError(.invalidArgument, "a call with that identifier exists already")))
        }
        add(ClientCallMachine(.outbound, setup), peerNumber: setup.destination, peerName: nil, into: &effects)
        effects.append(.settle(id, nil))
        dispatch(setup.callID, .dial, at: now, into: &effects)
    }

    mutating func operate(
        _ operation: CallOperation, on callID: String, _ id: OperationID?, at now: Duration,
        into effects: inout [ClientEffect]
    ) {
        if call(callID) == nil, let id {
            let error = ClientError(.callEnded, "the call has ended")
            return effects.append(.settle(id, operation.isRelease ? nil : error))
        }
        dispatch(callID, .operation(id, operation), at: now, into: &effects)
    }
}

extension ClientState {
    /// The state without details, for the text of an error.
    var name: String {
        switch self {
        case .disconnected: "disconnected"
        case .connecting: "connecting"
        case .ready: "ready"
        case .reconnecting: "reconnecting"
        }
    }
}

/// The machines below: one a call, and one for the session. Their effects become the client's.
extension ClientMachine {
    mutating func add(
        _ call: ClientCallMachine, peerNumber: Redacted<String>?, peerName: Redacted<String>?,
        into effects: inout [ClientEffect]
    ) {
        calls.append(call)
        effects.append(.callAdded(callID: call.callID, call.state, peerNumber: peerNumber, peerName: peerName))
    }

    mutating func dispatch(
        _ callID: String, _ event: ClientCallEvent, at now: Duration, into effects: inout [ClientEffect]
    ) {
        guard let index = calls.firstIndex(where: { $0.callID == callID }) else { return }
        var wanted: [ClientCallEffect] = []
        calls[index].handle(event, at: now, into: &wanted)
        let hasEnded = calls[index].hasEnded
        if hasEnded { calls.remove(at: index) }
        for effect in wanted where !effect.isSettlement { carryOut(effect, of: callID, at: now, into: &effects) }
        if hasEnded {
            openRequests.removeAll { $0.callID == callID }
            effects.append(.callRemoved(callID: callID))
        }
        // Settlements come last, because a waiting app continues at once and must find all other effects carried out.
        for effect in wanted where effect.isSettlement { carryOut(effect, of: callID, at: now, into: &effects) }
    }

    private mutating func carryOut(
        _ effect: ClientCallEffect, of callID: String, at now: Duration, into effects: inout [ClientEffect]
    ) {
        switch effect {
        case .request(let tag, let request):
            requestCount += 1
            openRequests.append(OpenRequest(number: requestCount, callID: callID, tag: tag))
            run(.send(VertoRequestNumber(number: requestCount), request), at: now, into: &effects)
        case .respond(let id, let reply): send(.result(id, reply.object), into: &effects)
        case .refuse(let id, let failure): send(.failure(id, failure), into: &effects)
        case .media(let order): effects.append(.media(callID: callID, order))
        case .report(let report): effects.append(.report(callID: callID, report))
        case .refused(let event, let refusal): effects.append(.refused(callID: callID, event, refusal))
        case .settle(let id, let error): effects.append(.settle(id, error))
        }
    }

    /// Steps the session and carries out its effects.
    mutating func run(_ event: VertoClientEvent, at now: Duration, into effects: inout [ClientEffect]) {
        var wanted: [VertoClientEffect] = []
        session.handle(event, at: now, into: &wanted)
        for effect in wanted {
            switch effect {
            case .openSocket:
                socketCount += 1
                socket = socketCount
                effects.append(.openSocket(socketCount))
            case .closeSocket:
                if let socket { effects.append(.closeSocket(socket)) }
                noteLateLogin(at: now)
                socket = nil
            case .send(let frame):
                if case .request(let method, _) = frame.content, VertoMethod(method) == .bare("login") {
                    openLogin = frame.id
                }
                send(frame, into: &effects)
            case .startTimer(let timer, let delay):
                deadlines.removeAll { $0.timer == timer }
                let wait = timer == .reconnect && isOwnNetworkLost ? .zero : delay
                deadlines.append(SessionDeadline(timer: timer, at: now + wait))
            case .cancelTimer(let timer): deadlines.removeAll { $0.timer == timer }
            case .notify(let notice): handle(notice, at: now, into: &effects)
            }
        }
    }

    /// Whether a call hears nothing when the socket of a client that was ready is lost. Then this device's own network
    /// broke, and not an exchange whose clients should return one after another.
    private var isOwnNetworkLost: Bool { state == .ready && calls.contains(where: \.isFaltering) }
}

extension ClientCallEffect {
    /// Whether the effect settles an operation of the app.
    fileprivate var isSettlement: Bool {
        if case .settle = self { true } else { false }
    }
}
