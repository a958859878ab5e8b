public import CallModel

/// Shares out the dials that an account may make.
///
/// A carrier counts dials over a sliding window and refuses those above its limit. An organization that rings 60
/// devices must not delay another organization's single call. So organizations take turns, and within one the device
/// used last is first.
/// Source: Telnyx, 30 dials a second counted over five (documented); fairness (judgment).
public struct DialRateLimiter: Hashable, Sendable {
    /// The most dials in one window.
    public static let dialsMax = 150
    /// The length of the window.
    public static let window: Duration = .seconds(5)
    /// The most dials that may wait: far more than can be dialed before their deadlines.
    public static let waitingMax = 10_000

    /// The result of one turn.
    public struct Turn: Hashable, Sendable {
        /// Dials to send now, in this order.
        public var dials: [CarrierDial] = []
        /// Dials whose deadline is too near to be worth sending.
        public var expired: [CarrierDial] = []
    }

    private struct Queue: Hashable, Sendable {
        let organization: OrganizationID
        var waiting: [CarrierDial]
    }

    private let dialsMax: Int
    /// When each dial of the window was made, oldest first.
    private var made: [Duration] = []
    /// Organizations with dials that wait; the first is next.
    private var queues: [Queue] = []
    private var waitingCount = 0
    /// Dials of emergency calls.
    private var urgent: [CarrierDial] = []

    /// Makes a limiter that has let no dial through yet.
    public init(dialsMax: Int = DialRateLimiter.dialsMax) {
        self.dialsMax = max(dialsMax, 1)
    }

    /// How many dials wait.
    public var count: Int { waitingCount + urgent.count }

    /// Adds a dial. Returns false if too many wait. The same command is added once.
    public mutating func add(_ request: CarrierDial) -> Bool {
        if request.isEmergency { return addUrgent(request) }
        guard waitingCount < Self.waitingMax else { return false }
        let place = queues.firstIndex { $0.organization == request.organization }
        guard let place else {
            queues.append(Queue(organization: request.organization, waiting: [request]))
            waitingCount += 1
            return true
        }
        guard !queues[place].waiting.contains(where: { $0.command == request.command }) else { return true }
        let before = queues[place].waiting.firstIndex { request.isBefore($0) } ?? queues[place].waiting.endIndex
        queues[place].waiting.insert(request, at: before)
        waitingCount += 1
        return true
    }

    private mutating func addUrgent(_ request: CarrierDial) -> Bool {
        if !urgent.contains(where: { $0.command == request.command }) { urgent.append(request) }
        return true
    }

    /// Removes a dial. Returns false if it does not wait here.
    public mutating func withdraw(_ command: RingCommandID) -> Bool {
        if let index = urgent.firstIndex(where: { $0.command == command }) {
            urgent.remove(at: index)
            return true
        }
        for place in queues.indices {
            guard let index = queues[place].waiting.firstIndex(where: { $0.command == command }) else { continue }
            queues[place].waiting.remove(at: index)
            waitingCount -= 1
            if queues[place].waiting.isEmpty { queues.remove(at: place) }
            return true
        }
        return false
    }

    /// Takes as many dials as may be made now.
    public mutating func next(at now: Duration) -> Turn {
        made.removeAll { $0 + Self.window <= now }
        var turn = Turn()
        removeUrgent(at: now, into: &turn)
        while let first = queues.first, let request = first.waiting.first {
            let isLate = now + RingLimits.ringTimeMin > request.deadline
            guard isLate || made.count < dialsMax else { break }
            queues[0].waiting.removeFirst()
            waitingCount -= 1
            if isLate {
                turn.expired.append(request)
            } else {
                turn.dials.append(request)
                made.append(now)
            }
            let rest = queues.removeFirst()
            // A late dial costs nothing, so it costs no turn either.
            if !rest.waiting.isEmpty { queues.insert(rest, at: isLate ? 0 : queues.endIndex) }
        }
        return turn
    }

    /// An emergency dial waits for no budget; the carrier counts it all the same.
    private mutating func removeUrgent(at now: Duration, into turn: inout Turn) {
        for request in urgent {
            if now + RingLimits.ringTimeMin > request.deadline {
                turn.expired.append(request)
            } else {
                turn.dials.append(request)
                made.append(now)
            }
        }
        urgent = []
    }

    /// When ``receive(at:)`` can yield more; nil if no dial waits.
    public func nextAt(_ now: Duration) -> Duration? {
        if !urgent.isEmpty { return now }
        guard waitingCount > 0 else { return nil }
        guard made.count >= dialsMax, let oldest = made.first else { return now }
        return oldest + Self.window
    }

    /// The carrier reports a full window unexpectedly: no dial goes out for `wait`.
    public mutating func refused(for wait: Duration, at now: Duration) {
        let until = now + min(max(wait, .zero), Self.window) - Self.window
        made = Array(repeating: until, count: dialsMax)
    }
}

extension CarrierDial {
    fileprivate func isBefore(_ other: CarrierDial) -> Bool {
        (recency, deadline) < (other.recency, other.deadline)
    }
}

/// A dial that waits for its turn.
public struct CarrierDial: Hashable, Sendable {
    /// The command that dials.
    public var command: RingCommandID
    /// The organization that dials; organizations take turns.
    public var organization: OrganizationID
    /// When the call stops ringing. The dial is not sent later.
    public var deadline: Duration
    /// The place of the device among its user's devices by last use. 0 was used last, and is dialed first.
    public var recency: UInt8
    /// Whether it is an emergency call, which goes before every other and beyond the budget.
    public var isEmergency = false

    /// Describes a dial.
    public init(_ command: RingCommandID, of organization: OrganizationID, deadline: Duration, recency: UInt8) {
        self.command = command
        self.organization = organization
        self.deadline = deadline
        self.recency = recency
    }
}
