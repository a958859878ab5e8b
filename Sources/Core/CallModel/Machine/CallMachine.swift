/// One call, as one of its devices sees it.
///
/// Feed it what happens, do what it asks. It knows no clock: deadlines are effects, and come back as events.
/// A machine lives for one call and stays ended; the next call has its own.
public struct CallMachine: Hashable, Sendable {
    /// Where the call stands.
    public private(set) var state: CallState
    /// How the call ended or is ending, with everything the peers said about it. Its reason is the state's.
    public private(set) var ending: Ending?

    /// A call to which nothing has happened.
    public init(_ direction: CallDirection) {
        state = CallState(idle: direction)
    }

    /// Takes an event and appends what is to be done about it.
    ///
    /// - Returns: the rule that turned the event down, or `nil` if it was taken. A refusal changes nothing and is among
    ///   the effects too, to be logged.
    @discardableResult
    public mutating func handle(_ event: CallEvent, into effects: inout [CallEffect]) -> Refusal? {
        switch state.step(on: event) {
        case .moved(let next):
            let old = state
            if let reason = next.progress.endReason { recordEnding(reason, of: event) }
            state = next
            CallEffect.emit(from: old, to: next, into: &effects)
            return nil
        case .refused(let refusal):
            if case .released(let news) = event, strengthensDetails(news) {
                effects.append(.endingStrengthened(news.reason))
                return nil
            }
            effects.append(.refused(refusal))
            return refusal
        }
    }

    /// Joins what is known with what the event says.
    private mutating func recordEnding(_ reason: EndReason, of event: CallEvent) {
        let news = if case .released(let ending) = event { fitting(ending) } else { Ending(reason) }
        ending = ending?.joined(with: news) ?? news
    }

    /// Late news of the same reason that knows more about it.
    private mutating func strengthensDetails(_ news: Ending) -> Bool {
        guard let ending, news.reason == ending.reason, ending < news else { return false }
        self.ending = news
        return true
    }

    /// What a peer said, under the reason that fits the phase.
    private func fitting(_ news: Ending) -> Ending {
        Ending(state.standing(news.reason), cause: news.cause, sipCode: news.sipCode, sipReason: news.sipReason)
    }
}
