package import CallModel
package import DeviceModel
internal import PhoneCore

/// A connection of one process of the app to the exchange or the carrier, for one registration.
@MainActor
package final class ScriptedSocket {
    /// The state of a connection.
    package enum State: Hashable, Sendable {
        case connecting, ready
        /// Lost, and being restored.
        case reconnecting
        case closed
    }

    /// Reports of a connection to the app.
    package enum Event: Hashable, Sendable {
        case connecting, ready, reconnecting, unreachable, refused
    }

    /// The registration's text, which at the exchange is the organization's name.
    package let registration: String
    /// Whether it serves all calls of its organization, of any provider; a simple app has only one connection.
    let takesAll: Bool
    /// Whether it fetches calls that wait at the carrier for this phone; a simple app's connection does.
    let fetchesCalls: Bool
    /// Whether its login names the session of the process before, so that it gets that session's calls. A simple app
    /// makes a new session in each process.
    let takesSessionUp: Bool
    /// The process that owns it; messages do not reach a process that has ended or is suspended.
    package let process: ProcessGeneration
    package internal(set) var state = State.connecting
    weak var listener: (any ScriptedSocketListener)?
    /// The app's messages that wait to be sent.
    var waiting: [@MainActor () -> Void] = []
    /// Counts connection attempts, so that the outcome of an earlier one can be ignored.
    var attempt = 0
    /// The number of failed attempts since it was lost.
    var failures = 0
    /// Whether its process was suspended since it was last ready; messages sent then are lost.
    var isStale = false
    /// Whether the phone has changed its network since the connection was made.
    var isStranded = false
    /// Whether the carrier's gateway must still register the phone: the connection carries messages, but is not ready.
    var awaitsGateway = false
    /// Whether the network carries nothing, temporarily or permanently.
    var isBlackholed = false
    /// Whether its process has ended without the other side having noticed.
    var isDead = false
    /// Whether nothing arrives, and neither side is told.
    var receivesNothing: Bool { isStranded || isBlackholed }
    /// Whether the client knows that it is lost, so that it says nothing. A simple app's messages wait nevertheless.
    var isKnownLost: Bool { state == .reconnecting && !awaitsGateway && !takesAll }
    /// Ends that the exchange sent while nothing arrived.
    var unheard: [(line: ScriptedLine, ending: Ending)] = []
    /// Lines whose end was sent over it and lost, because neither side knew that nothing arrived.
    var abandoned: [ScriptedLine] = []
    /// Counts losses and restorations; the next properties count silences and waits for the gateway. They show whether
    /// an earlier wait is obsolete.
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

    /// Whether the INVITE of a call may come over it.
    func isFor(_ call: ExchangeCall) -> Bool {
        registration == call.registration.description || takesAll && registration == call.plan.organization
    }

    /// Sends a message to the exchange, now or when it is connected.
    func send(_ body: @escaping @MainActor () -> Void) {
        switch state {
        case .ready where !isStale && !receivesNothing: body()
        case .closed: break
        case .ready, .connecting, .reconnecting: waiting.append(body)
        }
    }
}

/// The listener of a connection to the scripted exchange, which is the app's signaling.
@MainActor
package protocol ScriptedSocketListener: AnyObject {
    func socket(_ socket: ScriptedSocket, says event: ScriptedSocket.Event)
    /// The exchange offers a call.
    func socket(_ socket: ScriptedSocket, offers line: ScriptedLine)
    func line(_ line: ScriptedLine, became state: CallState)
    /// - Parameter isReported: whether the exchange has told the end.
    func line(_ line: ScriptedLine, ended ending: Ending, isReported: Bool)
}
