internal import CallModel
package import DeviceModel
internal import PhoneCore

/// One connection of a process of the app to the exchange or the carrier, for one registration.
@MainActor
package final class ScriptedSocket {
    /// How it stands.
    package enum State: Hashable, Sendable {
        case connecting, ready
        /// Lost, and being made again.
        case reconnecting
        case closed
    }

    /// What the app hears of it.
    package enum News: Hashable, Sendable {
        case connecting, ready, reconnecting, unreachable, refused
    }

    /// The registration's text, which at the exchange is the organisation's name.
    package let registration: String
    /// Whether it is for every call of its organisation, whichever provider has it: a simple app knows of one connection.
    let takesAll: Bool
    /// Whether what waits at the carrier for this phone is asked for over it; over a simple app's it is.
    let fetchesCalls: Bool
    /// Whether its login names the session of the process before, so that it is given the calls of that. A simple app draws a
    /// new name in each process.
    let takesSessionUp: Bool
    /// Whose it is; nothing reaches a process that is gone or suspended.
    package let process: ProcessGeneration
    package internal(set) var state = State.connecting
    weak var listener: (any ScriptedSocketListener)?
    /// What the app said while nothing went through.
    var waiting: [@MainActor () -> Void] = []
    /// Counts connections made, so that an earlier attempt's outcome is known for what it is.
    var attempt = 0
    /// Attempts that came to nothing since it was lost.
    var failures = 0
    /// Whether its process was suspended since it was last ready: what was sent then is lost.
    var isStale = false
    /// Whether the phone is in another network than when it was made.
    var isStranded = false
    /// Whether the carrier's gateway has yet to register the phone: it can be heard, and is not ready.
    var awaitsGateway = false
    /// Whether the network lets nothing through, for now or for good.
    var isSwallowed = false
    /// Whether its process has ended, which the other side does not know yet.
    var isDead = false
    /// Whether nothing passes, and neither side is told.
    var isDeaf: Bool { isStranded || isSwallowed }
    /// Ends that the exchange told while nothing went through.
    var unheard: [(line: ScriptedLine, ending: Ending)] = []
    /// Lines whose end went over it and is lost with it, as neither side knew that nothing went through.
    var abandoned: [ScriptedLine] = []
    /// Count how often it was lost or made again, how often it fell silent, and how often it waited for the gateway, so that
    /// an earlier wait is known for what it is.
    var absences = 0
    var silences = 0
    var gatewayWaits = 0

    init(
        _ registration: String, of process: ProcessGeneration, takesAll: Bool, fetchesCalls: Bool,
        takesSessionUp: Bool, listener: any ScriptedSocketListener
    ) {
        self.registration = registration
        self.process = process
        self.takesAll = takesAll
        self.fetchesCalls = takesAll || fetchesCalls
        self.takesSessionUp = takesSessionUp
        self.listener = listener
    }

    /// Whether the INVITE of a call comes over it.
    func isFor(_ call: ExchangeCall) -> Bool {
        registration == call.registration.description || takesAll && registration == call.plan.organization
    }

    /// Says something to the exchange, now or when it is connected.
    func say(_ body: @escaping @MainActor () -> Void) {
        switch state {
        case .ready where !isStale && !isDeaf: body()
        case .closed: break
        case .ready, .connecting, .reconnecting: waiting.append(body)
        }
    }
}
