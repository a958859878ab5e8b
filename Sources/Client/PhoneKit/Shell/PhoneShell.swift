public import PhoneCore
import Trace

/// Runs a phone: takes its events in turn and carries out what it orders. Decides nothing.
///
/// One turn is one event with all its effects. An event that an effect causes at once waits for the end of the turn;
/// only a push never waits.
@MainActor
public final class PhoneShell: PhoneEventSink {
    /// The phone as it stands.
    public private(set) var phone: Phone
    let ports: PhonePorts
    let timers: PhoneTimers
    private let trace: TraceRecorder?
    private let clock: any PhoneClock
    private var waiting: [PhoneEvent] = []
    private var isInTurn = false
    private var ticketsGiven: UInt32 = 0
    private var promises: [UserTicket: @MainActor (UserOutcome) -> Void] = [:]

    /// A shell around a phone to which nothing has happened yet.
    ///
    /// - Parameter trace: writes down what passes between phone and frameworks.
    public init(_ phone: Phone, ports: PhonePorts, clock: any PhoneClock, trace: TraceRecorder? = nil) {
        self.phone = phone
        self.ports = ports
        self.clock = clock
        self.trace = trace
        timers = PhoneTimers(clock: clock)
        timers.sink = self
        for source in ports.sources { source.sink = self }
    }

    public func send(_ event: PhoneEvent) {
        waiting.append(event)
        handleWaiting()
    }

    public func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) {
        let wasInTurn = isInTurn
        isInTurn = true
        takeTurn(.push(push), owing: completion)
        trace?.write(FrameworkLine(.returned))
        isInTurn = wasInTurn
        handleWaiting()
    }

    /// Hands over what the person asks for.
    ///
    /// - Parameter settled: told once whether it was accepted; before this returns, unless an effect asked.
    /// - Returns: the ticket under which it was asked.
    @discardableResult
    public func request(_ request: UserRequest, settled: @escaping @MainActor (UserOutcome) -> Void) -> UserTicket {
        ticketsGiven &+= 1
        let ticket = UserTicket(ticketsGiven)
        promises[ticket] = settled
        send(.user(ticket, request))
        return ticket
    }

    func settle(_ ticket: UserTicket, _ outcome: UserOutcome) {
        promises.removeValue(forKey: ticket)?(outcome)
    }

    private func handleWaiting() {
        guard !isInTurn else { return }
        isInTurn = true
        defer { isInTurn = false }
        while !waiting.isEmpty { takeTurn(waiting.removeFirst()) }
    }

    private func takeTurn(_ event: PhoneEvent, owing completion: (@Sendable () -> Void)? = nil) {
        var effects: [PhoneEffect] = []
        trace?.told(event)
        phone.handle(event, at: clock.now, into: &effects)
        var completion = completion
        for effect in effects {
            trace?.asked(effect)
            if case .report(.incoming) = effect {
                carryOut(effect, completing: completion)
                completion = nil
            } else {
                carryOut(effect, completing: nil)
            }
        }
        completion?()
    }
}
