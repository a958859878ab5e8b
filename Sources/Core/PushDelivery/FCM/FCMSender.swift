public import PushPayload

/// Decides how messages reach Google's service: with which access token, how many at once, when they are sent again,
/// and when they are given up.
///
/// One sender serves one project. A message is sent until it is answered or its deadline passes; once answered it is
/// never sent again. Source: Firebase, "Best practices when sending FCM messages at scale" (documented).
public struct FCMSender: Hashable, Sendable {
    /// The most requests under way at once: what one HTTP/2 connection takes.
    public static let underWayMax = 100
    /// How long an answer is waited for.
    public static let answerWait = Duration.seconds(10)
    /// The first and the longest wait before a message is sent again. Source: as above: exponential, from a second.
    public static let retryWait = (first: Duration.seconds(1), longest: Duration.seconds(10))
    /// The first and the longest wait after a failed connection.
    public static let connectWait = (first: Duration.milliseconds(200), longest: Duration.seconds(5))
    /// The most requests for one message.
    public static let attemptsMax = 12
    /// The most refusals of one message because of our access token.
    public static let tokenRefusalsMax = 1

    enum Phase: Hashable {
        case running
        case stopping(until: Duration)
        case stopped
    }

    private struct UnderWay: Hashable {
        var attempt: Int
        var token: AccessTokenRenewal.Generation
    }

    private var phase = Phase.running
    private var queue = PushQueue()
    private var tokens = AccessTokenRenewal()
    private var underWay: [QueuedPushID: UnderWay] = [:]
    private var pausedUntil: Duration = .zero - .seconds(1 << 40)
    private var isStarted = false
    private var jitter: RetryBackoff
    private var alarms = AlarmThrottle()
    /// The counters since the sender was made.
    public private(set) var metrics = PushMetrics()

    /// - Parameter seed: the shell's random number, from which all waits are spread.
    public init(seed: UInt64) {
        jitter = RetryBackoff(seed: seed)
    }

    /// Handles an event and appends the effects. The shell carries them out in order, and sends `time` at
    /// ``nextWake(after:)``.
    public mutating func handle(_ event: FCMEvent, at now: Duration, into effects: inout [FCMEffect]) {
        switch event {
        case .start: isStarted = true
        case .submit(let push, let wall): submit(push, wall: wall, at: now, into: &effects)
        case .stop(let limit):
            if phase == .running { phase = .stopping(until: now + limit) }
        case .answered(let ticket, let attempt, let answer):
            guard let sent = remove(ticket, attempt) else { break }
            answered(ticket, sent.token, answer, at: now, into: &effects)
        case .failed(let ticket, let attempt, let wasNotSent):
            guard remove(ticket, attempt) != nil else { break }
            if !wasNotSent { queue[ticket]?.mayHaveArrived = true }
            sendAgain(ticket, Self.connectWait, at: now, into: &effects)
        case .granted(let generation, let life):
            tokens.granted(generation, life: life, at: now)
            metrics.tokensMade += 1
        case .grantRefused(let generation, let status):
            tokens.refused(generation, jitter: &jitter, at: now)
            // 400 and 401 are what a wrong key, address or clock is answered with. Source: RFC 6749 §5.2.
            if (400..<500).contains(status), status != 429 {
                raise(PushAlarm(.fcm, .configuration, status: status, reason: "token"), at: now, into: &effects)
            }
        case .time: passTime(at: now, into: &effects)
        }
        goOn(at: now, into: &effects)
    }

    /// When to send `time`, unless another event comes before.
    public func nextWake(after now: Duration) -> Duration? {
        guard phase != .stopped else { return nil }
        var wake = queue.nextDue
        func consider(_ moment: Duration?) {
            if let moment { wake = min(wake ?? moment, moment) }
        }
        if isStarted || queue.count > 0 { consider(tokens.nextChange(after: now)) }
        if queue.hasNext, pausedUntil > now { consider(pausedUntil) }
        if case .stopping(let until) = phase { consider(until) }
        return wake
    }

    private mutating func submit(
        _ push: PreparedPush, wall: WallTime, at now: Duration, into effects: inout [FCMEffect]
    ) {
        metrics.submitted += 1
        guard phase == .running else {
            report(push.reference, .stopped, into: &effects)
            return
        }
        switch queue.admit(push, deadline: now + push.deadline.since(wall), wall: wall, at: now) {
        case .refused(let outcome):
            if outcome == .overloaded { raise(.overload(.fcm, isWhole: queue.isFull), at: now, into: &effects) }
            report(push.reference, outcome, into: &effects)
        case .withdrew(let ring):
            report(ring.push.reference, .withdrawn, into: &effects)
            report(push.reference, .withdrawn, into: &effects)
        case .admitted(let instead):
            if let instead { report(instead.push.reference, instead.givenUp, into: &effects) }
            metrics.pending = queue.count
        }
    }

    private mutating func answered(
        _ ticket: QueuedPushID, _ token: AccessTokenRenewal.Generation, _ answer: FCMResponse, at now: Duration,
        into effects: inout [FCMEffect]
    ) {
        guard let entry = queue[ticket] else { return }
        switch FCMReaction.following(answer) {
        case .accept: resolve(ticket, .accepted(nil), into: &effects)
        case .removeToken(let cause):
            resolve(ticket, .tokenGone(TokenRemoval(cause, goneSince: entry.handedInAt)), into: &effects)
        case .refuse(let kind): refuse(ticket, kind, answer, at: now, into: &effects)
        case .retry:
            metrics.slowed += 1
            sendAgain(ticket, Self.retryWait, at: now, into: &effects)
        case .pause(let wait):
            metrics.slowed += 1
            pausedUntil = max(pausedUntil, now + wait)
            sendAgain(ticket, (first: wait * 2, longest: wait * 2), at: now, into: &effects)
        case .renewToken:
            queue[ticket]?.tokenRefusals += 1
            guard tokens.rejected(token, at: now), entry.tokenRefusals < Self.tokenRefusalsMax else {
                refuse(ticket, .configuration, answer, at: now, into: &effects)
                return
            }
            sendAgain(ticket, nil, at: now, into: &effects)
        }
    }

    private mutating func refuse(
        _ ticket: QueuedPushID, _ kind: PushAlarm.Kind, _ answer: FCMResponse, at now: Duration,
        into effects: inout [FCMEffect]
    ) {
        let alarm = PushAlarm(.fcm, kind, status: answer.status, reason: answer.code?.rawValue ?? "unknown")
        raise(alarm, at: now, into: &effects)
        resolve(ticket, .refused(alarm), into: &effects)
    }

    private mutating func sendAgain(
        _ ticket: QueuedPushID, _ waits: (first: Duration, longest: Duration)?, at now: Duration,
        into effects: inout [FCMEffect]
    ) {
        guard let entry = queue[ticket] else { return }
        let wait = waits.map { jitter.wait(entry.attempts, first: $0.first, longest: $0.longest) } ?? .zero
        guard entry.attempts < Self.attemptsMax, queue.sendAgain(ticket, after: wait, at: now) else {
            resolve(ticket, entry.givenUp, into: &effects)
            return
        }
    }

    /// Removes the attempt under way for a ticket and returns it, so that later events of the attempt are ignored.
    private mutating func remove(_ ticket: QueuedPushID, _ attempt: Int) -> UnderWay? {
        guard let sent = underWay[ticket], sent.attempt == attempt else { return nil }
        underWay[ticket] = nil
        return sent
    }

    private mutating func goOn(at now: Duration, into effects: inout [FCMEffect]) {
        guard phase != .stopped else { return }
        if isStarted || queue.count > 0, let generation = tokens.generationToFetch(at: now) {
            effects.append(.fetchToken(generation))
        }
        if let token = tokens.usable(at: now), now >= pausedUntil {
            while underWay.count < Self.underWayMax, let ticket = queue.next(at: now, answerWithin: Self.answerWait) {
                send(ticket, token, at: now, into: &effects)
            }
        }
        if case .stopping(let until) = phase, queue.count == 0 || now >= until { end(into: &effects) }
    }

    private mutating func send(
        _ ticket: QueuedPushID, _ token: AccessTokenRenewal.Generation, at now: Duration,
        into effects: inout [FCMEffect]
    ) {
        guard let entry = queue[ticket], let message = FCMMessage(entry, at: now) else {
            resolve(ticket, .suppressed(.noAccount), into: &effects)
            return
        }
        underWay[ticket] = UnderWay(attempt: entry.attempts, token: token)
        metrics.attempts += 1
        if entry.attempts > 1 { metrics.retries += 1 }
        effects.append(.send(ticket, attempt: entry.attempts, message, token: token))
    }

    private mutating func passTime(at now: Duration, into effects: inout [FCMEffect]) {
        while let (ticket, wasUnderWay) = queue.nextDue(at: now) {
            if wasUnderWay, let sent = underWay.removeValue(forKey: ticket) {
                effects.append(.cancel(ticket, attempt: sent.attempt))
                queue[ticket]?.mayHaveArrived = true
            }
            guard let entry = queue[ticket] else { continue }
            if now >= entry.deadline {
                resolve(ticket, entry.givenUp, into: &effects)
            } else {
                sendAgain(ticket, nil, at: now, into: &effects)
            }
        }
    }

    private mutating func end(into effects: inout [FCMEffect]) {
        phase = .stopped
        for ticket in queue.tickets {
            let sent = underWay.removeValue(forKey: ticket)
            if let sent { effects.append(.cancel(ticket, attempt: sent.attempt)) }
            let mayHaveArrived = sent != nil || queue[ticket]?.mayHaveArrived == true
            resolve(ticket, mayHaveArrived ? .unanswered : .stopped, into: &effects)
        }
        effects.append(.stopped)
    }

    private mutating func resolve(_ ticket: QueuedPushID, _ outcome: PushOutcome, into effects: inout [FCMEffect]) {
        guard let entry = queue.finish(ticket) else { return }
        report(entry.push.reference, outcome, into: &effects)
    }

    private mutating func report(_ reference: UInt64, _ outcome: PushOutcome, into effects: inout [FCMEffect]) {
        metrics.count(outcome)
        metrics.pending = queue.count
        effects.append(.resolve(reference: reference, outcome))
    }

    private mutating func raise(_ alarm: PushAlarm, at now: Duration, into effects: inout [FCMEffect]) {
        if alarms.mayRaise(alarm, at: now) { effects.append(.alarm(alarm)) }
    }
}

/// An event for a sender to Google's service.
public enum FCMEvent: Hashable, Sendable {
    // From the caller.
    /// Fetches the first access token, so that the first ring need not wait for it.
    case start
    case submit(PreparedPush, wall: WallTime)
    /// No further push is accepted; the present ones may be sent for this long.
    case stop(within: Duration)

    // From its requests.
    case answered(QueuedPushID, attempt: Int, FCMResponse)
    /// No answer came. `wasNotSent`: whether the message certainly did not leave.
    case failed(QueuedPushID, attempt: Int, wasNotSent: Bool)

    // From Google's token endpoint.
    case granted(AccessTokenRenewal.Generation, life: Duration)
    /// `status`: the HTTP status, or 0 without an answer.
    case grantRefused(AccessTokenRenewal.Generation, status: Int)

    // From the clock.
    /// The moment of ``FCMSender/nextWake(after:)`` has come.
    case time
}

/// An action for the shell of a sender to Google's service, which carries out the effects in order.
public enum FCMEffect: Hashable, Sendable {
    case fetchToken(AccessTokenRenewal.Generation)
    /// The result comes back with the same ticket and attempt.
    case send(QueuedPushID, attempt: Int, FCMMessage, token: AccessTokenRenewal.Generation)
    case cancel(QueuedPushID, attempt: Int)
    case resolve(reference: UInt64, PushOutcome)
    case alarm(PushAlarm)
    /// After `stop`: the sender has no pushes any more.
    case stopped
}
