internal import CallModel

/// One turn of the machine: when it is, what is allowed, and what has been decided so far.
struct Turn {
    /// Now, since the shell's origin.
    let now: Duration
    let limits: ExchangeLimits
    var effects: [ExchangeEffect] = []
    /// The legs that ended in this turn.
    var overLegs: [LegAddress] = []
    /// The legs of devices that came back, which may have been offered their call in this turn, or need not wait for it.
    var settledReturns: [LegAddress] = []
    /// The calls that ended in this turn; the exchange puts them away when it is over.
    var endedCalls: [CallSessionID] = []
    /// The calls that went to the attendant in this turn; the exchange finds its device when it is over.
    var divertedCalls: [CallSessionID] = []

    init(now: Duration, limits: ExchangeLimits) {
        self.now = now
        self.limits = limits
    }

    mutating func send(_ message: ExchangeMessage, to connection: ConnectionID) {
        effects.append(.send(connection, message))
    }

    mutating func reply(_ reply: ExchangeReply, to asker: Asker) {
        effects.append(.reply(asker.connection, asker.request, reply))
    }

    mutating func refuse(_ refusal: ExchangeRefusal, to asker: Asker) {
        reply(.refused(refusal), to: asker)
    }

    /// Starts a timer and says when it is due.
    mutating func start(_ owner: TimerOwner, after wait: Duration) -> Duration {
        let deadline = now + wait
        effects.append(.startTimer(TimerID(owner, deadline: deadline)))
        return deadline
    }

    mutating func cancel(_ owner: TimerOwner, due deadline: Duration) {
        effects.append(.cancelTimer(TimerID(owner, deadline: deadline)))
    }
}
