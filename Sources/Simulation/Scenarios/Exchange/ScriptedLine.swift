package import CallModel
internal import CarillonRTC
package import PhoneCore

/// A signaling call between the phone and the scripted exchange. The real call machine decides which events are legal.
@MainActor
package final class ScriptedLine {
    /// The time from a message to its answer.
    static let roundTrip: Duration = .milliseconds(20)

    package let id: LineID
    package unowned let call: ExchangeCall
    package let socket: ScriptedSocket
    package private(set) var machine: CallMachine
    package private(set) var isMuted = false
    /// Whether this side ended the call while there was no connection.
    package private(set) var isTerminationLost = false
    private var isAnswered = false
    /// The ending that the exchange has told, if any.
    private var reported: Ending?
    private unowned let exchange: ScriptedExchange
    private var running: [CallTimer: Int] = [:]

    init(
        _ id: LineID, _ direction: CallDirection, of call: ExchangeCall, on socket: ScriptedSocket,
        exchange: ScriptedExchange
    ) {
        self.id = id
        self.call = call
        self.socket = socket
        self.exchange = exchange
        machine = CallMachine(direction)
    }

    // MARK: - The app's actions

    package func answer() { handle(.answer) }
    package func decline(isBusy: Bool = false) { handle(isBusy ? .declineAsBusy : .decline) }
    package func hangUp() { handle(.hangUp) }
    /// - Returns: whether that is possible now.
    @discardableResult
    package func hold(_ isOn: Bool) -> Bool {
        if exchange.kindness == .holdsWhileRinging, machine.state.progress == .ringing { return true }
        return handle(isOn ? .hold : .resume)
    }

    package func mute(_ isOn: Bool) { isMuted = isOn }

    /// - Returns: whether that is possible now.
    @discardableResult
    package func send(digits: String) -> Bool {
        guard machine.state.progress == .active else { return false }
        socket.send { [exchange, call] in exchange.receive(digits, on: call) }
        return true
    }

    // MARK: - Events

    /// Drops the call, which the exchange has forgotten and does not offer again.
    func abandon() {
        handle(.released(Ending(.dropped)), isReported: false)
    }

    /// - Parameter isReported: whether the exchange has told an end.
    /// - Returns: whether the machine accepted the event.
    @discardableResult
    func handle(_ event: CallEvent, isReported: Bool = true) -> Bool {
        var effects: [CallEffect] = []
        if case .released(let ending) = event, isReported { reported = ending }
        guard machine.handle(event, into: &effects) == nil else { return false }
        for effect in effects { carryOut(effect) }
        return true
    }

    private func carryOut(_ effect: CallEffect) {
        switch effect {
        case .changed(_, let state): report(state)
        case .startTimer(let timer): start(timer)
        case .stopTimer(let timer): running[timer, default: 0] += 1
        case .sendInvite:
            handle(.inviteSent)
            socket.send { [exchange, self] in exchange.dialed(self) }
        case .sendAnswer:
            isAnswered = true
            socket.send { [exchange, self] in exchange.answered(self) }
        case .sendHold: confirm(.holdConfirmed)
        case .sendResume: confirm(.resumeConfirmed)
        case .sendRelease(let reason):
            guard !socket.isKnownLost else { return loseTermination(reason) }
            socket.send { [exchange, self] in
                exchange.released(self, reason)
                exchange.after(Self.roundTrip) { self.handle(.releaseAcknowledged) }
            }
        case .refused, .startRinging, .stopRinging, .awaitMedia, .recoverLink, .releaseMedia, .ended,
            .endingStrengthened:
            break
        }
    }

    /// Ends the line without the exchange. It rings a phone again that declined, and offers any other call to the
    /// client that comes back, which then ends it.
    private func loseTermination(_ reason: EndReason) {
        isTerminationLost = true
        if call.belief.isRinging, !isAnswered {
            if call.line === self { call.line = nil }
        } else {
            socket.send { [exchange, self] in exchange.released(self, reason) }
        }
        handle(.releaseAcknowledged)
    }

    private func report(_ state: CallState) {
        var ending = machine.ending ?? Ending(.failed)
        let isReported = exchange.kindness == .namesEveryCause || reported.map(ending.hasDetails) == true
        if exchange.kindness == .forgetsStatus { ending = Ending(ending.reason, cause: ending.cause) }
        exchange.inApp(of: socket) { [self] listener in
            if case .ended = state.progress {
                listener.line(self, ended: ending, isReported: isReported)
            } else {
                listener.line(self, became: state)
            }
        }
    }

    private func confirm(_ event: CallEvent) {
        socket.send { [exchange, self] in exchange.after(Self.roundTrip) { self.handle(event) } }
    }

    private func start(_ timer: CallTimer) {
        running[timer, default: 0] += 1
        let started = running[timer]
        exchange.after(timer.limit) { [self] in
            guard running[timer] == started, exchange.reaches(socket) else { return }
            handle(timer.event)
        }
    }
}
