package import CallModel
package import ExchangeCore

/// Holds effects back until what they depend on is stored: a journal record, the event of a call to a number, or both.
/// The effects of each recipient keep their order.
package struct CommitQueue<Recipient: Hashable> {
    private struct Held {
        var number: UInt64
        var callEvent: UInt64?
        var effect: ExchangeEffect
        /// The time when it began to wait.
        var since: Duration

        var isReply: Bool {
            if case .reply = effect { true } else { false }
        }
    }

    private var held: [Recipient: [Held]] = [:]
    /// Recipients with held effects, in the order they began to wait.
    private var waiting: [Recipient] = []
    private var committed: UInt64 = 0
    /// The numbers of events that are being stored.
    private var callEvents: Set<UInt64> = []

    package init() {}

    /// Holds an effect if it needs a record or an event to be stored, or if an earlier effect for its recipient is held.
    package mutating func holds(
        _ effect: ExchangeEffect, for recipient: Recipient, behind barrier: UInt64?, callEvent: UInt64? = nil,
        at now: Duration = .zero
    ) -> Bool {
        if barrier == nil, callEvent == nil, held.isEmpty { return false }
        let last = held[recipient]?.last?.number
        if barrier == nil, callEvent == nil, last == nil { return false }
        if last == nil { waiting.append(recipient) }
        if let callEvent { callEvents.insert(callEvent) }
        held[recipient, default: []].append(
            Held(number: max(barrier ?? 0, last ?? 0), callEvent: callEvent, effect: effect, since: now))
        return true
    }

    /// When the reply that has waited longest was held; nil when no reply is held.
    package var oldestReply: Duration? {
        held.values.lazy.flatMap(\.self).filter(\.isReply).map(\.since).min()
    }

    /// Removes the replies that have been held since a moment or longer, in order for each recipient; other effects
    /// stay.
    package mutating func removeReplies(heldSince moment: Duration) -> [ExchangeEffect] {
        var taken: [ExchangeEffect] = []
        for recipient in waiting {
            let effects = held[recipient] ?? []
            let isDue = { (held: Held) in held.isReply && held.since <= moment }
            taken += effects.filter(isDue).map(\.effect)
            let rest = effects.filter { !isDue($0) }
            held[recipient] = rest.isEmpty ? nil : rest
        }
        waiting.removeAll { held[$0] == nil }
        return taken
    }

    /// Releases the effects that need only records up to a number, in order for each recipient.
    package mutating func open(upTo number: UInt64) -> [(Recipient, ExchangeEffect)] {
        committed = number
        return open()
    }

    /// Releases the effects that waited only for this event, in order for each recipient.
    package mutating func open(callEvent number: UInt64) -> [(Recipient, ExchangeEffect)] {
        callEvents.remove(number) == nil ? [] : open()
    }

    /// Drops all effects of the recipients that wait for an event that could not be stored.
    ///
    /// - Returns: those recipients.
    package mutating func drop(callEvent number: UInt64) -> [Recipient] {
        guard callEvents.remove(number) != nil else { return [] }
        let losers = waiting.filter { held[$0]?.contains { $0.callEvent == number } == true }
        for loser in losers { held[loser] = nil }
        waiting.removeAll { held[$0] == nil }
        return losers
    }

    private mutating func open() -> [(Recipient, ExchangeEffect)] {
        var opened: [(Recipient, ExchangeEffect)] = []
        var still: [Recipient] = []
        for recipient in waiting {
            let effects = held[recipient] ?? []
            let free = effects.prefix { held in
                held.number <= committed && held.callEvent.map { !callEvents.contains($0) } != false
            }
            opened.append(contentsOf: free.map { (recipient, $0.effect) })
            if free.count == effects.count {
                held[recipient] = nil
            } else {
                held[recipient] = Array(effects.dropFirst(free.count))
                still.append(recipient)
            }
        }
        waiting = still
        return opened
    }
}

/// The records and events that the effects of one event wait for.
package struct Barrier {
    /// The record that all later effects wait for; nil until a barrier record comes.
    package var record: UInt64?
    /// The event's last entry, which replies wait for, because a reply confirms that the request was carried out.
    package let replies: UInt64?
    /// The event of a call to a number that the reply to a request or command waits for, with its running number.
    package let callEvent: (number: UInt64, session: CallSessionID)?

    /// - Parameters:
    ///   - entries: the number of journal entries before the event.
    ///   - callEvent: the number of call events confirmed before the event; incremented when this event has one.
    package init(of effects: [ExchangeEffect], after event: ExchangeEvent, entries: UInt64, callEvent: inout UInt64) {
        var last = entries
        var session: CallSessionID?
        for effect in effects {
            switch effect {
            case .journal, .keep, .discard: last += 1
            case .callEvent(let reporting, _): session = reporting
            case .admit, .refuseAdmission, .send, .reply, .push, .startTimer, .cancelTimer, .commandResult, .punt,
                .disconnect:
                break
            }
        }
        replies = last > entries ? last : nil
        guard let session, Self.isAnswered(event) else {
            self.callEvent = nil
            return
        }
        callEvent += 1
        self.callEvent = (callEvent, session)
    }

    /// Whether an event can have a reply. The command that gives a device the call causes the reply to the device's
    /// request. If that reply came before the session stored the event, a crash would leave the conversation without a
    /// winner.
    private static func isAnswered(_ event: ExchangeEvent) -> Bool {
        switch event {
        case .request, .command: true
        case .deviceConnected, .connectionLost, .response, .acknowledged, .timerFired, .recovered, .endCall,
            .removeUser,
            .removeDevice:
            false
        }
    }
}

/// The recipient of an effect. Effects for one recipient are carried out in order.
enum EffectRecipient: Hashable {
    case connection(ConnectionID)
    /// By push.
    case device(UserID, DeviceID)
}

/// Notes when records were handed to the journal, to measure how long it takes.
struct CommitTimes {
    private var submissions: [(number: UInt64, at: Duration)] = []

    mutating func submitted(_ number: UInt64, at moment: Duration) {
        submissions.append((number, moment))
    }

    /// The time that each submission up to a number took.
    mutating func latencies(upTo number: UInt64, now: Duration) -> [Duration] {
        let done = submissions.prefix { $0.number <= number }
        submissions.removeFirst(done.count)
        return done.map { now - $0.at }
    }
}
