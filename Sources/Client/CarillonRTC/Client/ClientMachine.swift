package import CallModel
package import MediaEngine
package import Redaction
package import Verto

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
    /// Calls that the exchange has in this session and the client does not have; `unknownCallsDeadline` is the time when they are
    /// ended.
    var unknownCalls: Set<String> = []
    package internal(set) var unknownCallsDeadline: Duration?
    /// The number of the current socket; events of others are ignored. Nil while there is none.
    var socket: UInt64?
    var socketCount: UInt64 = 0
    var requestCount: UInt64 = 0
    var lastClosure: SignalingClosure?
    var connecting: OperationID?
    /// The requests to disconnect whose sockets are closing.
    var departures: [Departure] = []
    /// Whether the app's request to disconnect is being carried out.
    var isLeaving = false
    /// When STUN and TURN servers are fetched again; nil if no time is set.
    var iceServersDue: Duration?
    var chance: Chance

    package init(settings: ClientSettings) {
        self.settings = settings
        session = VertoClientSession(configuration: settings.session)
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
            conduct(callID, .mediaReport(report), at: now, into: &effects)
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
        if let unknownCallsDeadline, unknownCallsDeadline <= now { endUnknownCalls(at: now, into: &effects) }
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

/// An event of a client, grouped by origin.
package enum ClientEvent: Hashable, Sendable {
    // User.
    case connect(OperationID)
    case disconnect(OperationID)
    /// Places a call under an identifier that the shell generated.
    case dial(OperationID, CallSetup)
    case operation(OperationID?, callID: String, CallOperation)
    /// The device is on another network, so packets over the old one are lost.
    case networkChanged
    /// The answer to ``ClientEffect/fetchIceServers``; nil if no servers are available now.
    case iceServersFetched(GivenIceServers?)

    // Socket. The number distinguishes a socket from earlier ones.
    case socketOpened(UInt64)
    case received(UInt64, VertoInbound)
    /// A message that is not Verto.
    case receivedGarbage(UInt64, VertoError)
    case socketClosed(UInt64, SignalingClosure)

    // Media and clock.
    case media(callID: String, MediaReport)
    case tick
}

/// An effect of a client's machine. Effects are carried out in order.
package enum ClientEffect: Hashable, Sendable {
    case openSocket(UInt64)
    case send(UInt64, VertoFrame)
    case closeSocket(UInt64)
    /// A call exists now. The operation that dialed it is settled separately.
    case callAdded(callID: String, CallState, peerNumber: Redacted<String>?, peerName: Redacted<String>?)
    /// An inbound call and the contents of its INVITE are known, so the call can be shown.
    case callOffered(callID: String)
    case media(callID: String, MediaRequest)
    case report(callID: String, CallChange)
    /// A call refused an event, and nothing changed. The refusal is logged.
    case refused(callID: String, CallEvent, Refusal)
    /// The call has ended; no further effect names it.
    case callRemoved(callID: String)
    case stateChanged(ClientState)
    /// Asks the source outside of the exchange for STUN and TURN servers.
    case fetchIceServers
    /// Replaces the STUN and TURN servers used from now on.
    case useIceServers([IceServer])
    case settle(OperationID, ClientError?)
    /// The other side violated the protocol; the text is safe to log.
    case violation(String)
}

/// The settings that a client's decisions depend on.
package struct ClientSettings: Hashable, Sendable {
    package var session: VertoClientConfiguration
    package var options: CallOptions
    /// The most calls at once; a further INVITE is answered as busy.
    package var callsMax: Int
    /// The seed of the random part of reconnection delays; the same seed and events give the same run.
    package var seed: UInt64
    /// Whether STUN and TURN servers come from a source outside of the exchange.
    package var fetchesIceServers = false
    /// How long a call that the exchange has in the session and the client does not have waits for its INVITE, which
    /// comes at once if the call rings here. A call placed by an earlier process gets no INVITE and is ended then.
    package var unknownCallWait = Self.unknownCallWaitUsual
    package static let unknownCallWaitUsual = Duration.seconds(5)

    package init(session: VertoClientConfiguration, options: CallOptions, callsMax: Int, seed: UInt64) {
        self.session = session
        self.options = options
        self.callsMax = callsMax
        self.seed = seed
    }
}

/// A request of a call that waits for its reply.
struct OpenRequest: Hashable, Sendable {
    let number: UInt64
    let callID: String
    let tag: CallRequestTag
}

/// A request to disconnect that waits until its socket has closed.
struct Departure: Hashable, Sendable {
    let id: OperationID
    let socket: UInt64
}

/// A running timer of the session.
struct SessionDeadline: Hashable, Sendable {
    let timer: VertoClientTimer
    /// The due time, since the shell's origin.
    let at: Duration
}

/// The random numbers of a client: SplitMix64 from a seed.
struct Chance: Hashable, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func draw() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random number of thousandths, 0…1000.
    mutating func jitter() -> UInt16 { UInt16(draw() % 1_001) }
}
