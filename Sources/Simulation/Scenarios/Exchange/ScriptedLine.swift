package import CallModel
internal import CarillonRTC
package import PhoneCore

/// A signalling call between the phone and the scripted exchange. The real machine of calls decides what is legal.
@MainActor
package final class ScriptedLine {
    /// From a word to its answer.
    static let roundTrip: Duration = .milliseconds(20)

    package let id: LineID
    package unowned let call: ExchangeCall
    package let socket: ScriptedSocket
    package private(set) var machine: CallMachine
    package private(set) var isMuted = false
    /// How it ended by the exchange's word, if it said so.
    private var told: Ending?
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

    // MARK: - What the app says

    package func answer() { handle(.answer) }
    package func decline(isBusy: Bool = false) { handle(isBusy ? .declineAsBusy : .decline) }
    package func hangUp() { handle(.hangUp) }
    /// - Returns: whether the call can do so now.
    @discardableResult
    package func hold(_ isOn: Bool) -> Bool {
        if exchange.kindness == .holdsWhileRinging, machine.state.progress == .ringing { return true }
        return handle(isOn ? .hold : .resume)
    }

    package func mute(_ isOn: Bool) { isMuted = isOn }

    /// - Returns: whether the call can do so now.
    @discardableResult
    package func send(digits: String) -> Bool {
        guard machine.state.progress == .active else { return false }
        socket.say { [exchange, call] in exchange.heard(digits, on: call) }
        return true
    }

    // MARK: - What happens to it

    /// The exchange knows nothing of it any more, and says so only by not offering it again.
    func abandon() {
        handle(.released(Ending(.dropped)), isTold: false)
    }

    /// - Parameter isTold: whether an end is the exchange's word.
    /// - Returns: whether it means anything now.
    @discardableResult
    func handle(_ event: CallEvent, isTold: Bool = true) -> Bool {
        var effects: [CallEffect] = []
        if case .released(let ending) = event, isTold { told = ending }
        guard machine.handle(event, into: &effects) == nil else { return false }
        for effect in effects { carryOut(effect) }
        return true
    }

    private func carryOut(_ effect: CallEffect) {
        switch effect {
        case .changed(_, let state): tell(state)
        case .startTimer(let timer): start(timer)
        case .stopTimer(let timer): running[timer, default: 0] += 1
        case .sendInvite:
            handle(.inviteSent)
            socket.say { [exchange, self] in exchange.dialled(self) }
        case .sendAnswer: socket.say { [exchange, self] in exchange.answered(self) }
        case .sendHold: confirm(.holdConfirmed)
        case .sendResume: confirm(.resumeConfirmed)
        case .sendRelease(let reason):
            socket.say { [exchange, self] in
                exchange.released(self, reason)
                exchange.after(Self.roundTrip) { self.handle(.releaseAcknowledged) }
            }
        case .refused, .startRinging, .stopRinging, .awaitMedia, .recoverLink, .releaseMedia, .ended,
            .endingStrengthened:
            break
        }
    }

    private func tell(_ state: CallState) {
        var ending = machine.ending ?? Ending(.failed)
        let isTold = exchange.kindness == .namesEveryCause || told.map(ending.hasDetails) == true
        if exchange.kindness == .forgetsStatus { ending = Ending(ending.reason, cause: ending.cause) }
        exchange.inApp(of: socket) { [self] listener in
            if case .ended = state.progress {
                listener.line(self, ended: ending, isTold: isTold)
            } else {
                listener.line(self, became: state)
            }
        }
    }

    private func confirm(_ event: CallEvent) {
        socket.say { [exchange, self] in exchange.after(Self.roundTrip) { self.handle(event) } }
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
