package import CallModel
package import MediaEngine
package import Redaction
package import Verto

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
    /// Until when each unanswered login of a former client with this session may still reach the exchange.
    package var lateLogins: [Duration] = []

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
