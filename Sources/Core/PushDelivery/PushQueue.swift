public import PushPayload
internal import Redaction

/// Pushes that wait or are under way: bounded, in order for each device, none beyond its deadline.
///
/// Rings go before pushes about ended calls, but never overtake one to the same device: a device has one push under way
/// at a time, because two requests of a connection may arrive in either order.
public struct PushQueue: Hashable, Sendable {
    /// The most pushes at once: two seconds of a connection's work, which is what a burst may wait.
    public static let countMax = 20_000
    /// The most pushes to one token at once: more calls than a phone can ring for. One more is refused, however soon
    /// the service could accept it, because the earlier ones wake the phone, which then hears of every call on its
    /// connection.
    public static let countPerDeviceMax = 16

    enum Phase: Hashable {
        /// The push waits for its turn.
        case waiting
        /// The push waits until it may be sent again.
        case resting
        case underWay
    }

    struct Place: Hashable {
        var count: UInt32 = 0
        var entry: QueuedPush?
        var phase = Phase.waiting
        /// The place of the next push to the same device.
        var next: Int?
    }

    struct Lane: Hashable {
        var first: Int
        var last: Int
        var count: Int
    }

    var places: [Place] = []
    var lanes: [String: Lane] = [:]
    private var free: [Int] = []
    private var urgent = PushIDQueue()
    private var ordinary = PushIDQueue()
    private var heap = DeadlineHeap()
    /// The pushes in the queue, for all devices.
    public private(set) var count = 0

    public init() {}

    /// Whether no further push is accepted, for any device.
    public var isFull: Bool { count >= Self.countMax }

    /// When ``nextDue(at:)`` next returns a push.
    public var nextDue: Duration? { heap.first?.due }

    /// The push of a ticket, while it is in the queue.
    public subscript(ticket: QueuedPushID) -> QueuedPush? {
        get { isHere(ticket) ? places[ticket.place].entry : nil }
        set {
            guard isHere(ticket), let newValue else { return }
            places[ticket.place].entry = newValue
        }
    }

    private func isHere(_ ticket: QueuedPushID) -> Bool {
        ticket.place < places.count && places[ticket.place].count == ticket.count
            && places[ticket.place].entry != nil
    }

    /// Accepts a push, or refuses it.
    public mutating func admit(_ push: PreparedPush, deadline: Duration, wall: WallTime, at now: Duration)
        -> PushAdmission
    {
        guard now < deadline else { return .refused(.expired) }
        var withdrawn: QueuedPush?
        if let lane = lanes[push.token.value.revealed] {
            if repeats(push, in: lane) { return .refused(.suppressed(.duplicate)) }
            if push.kind == .callEnded, let ring = unsentRing(of: push, in: lane) {
                withdrawn = finish(ring)
                if let withdrawn, !withdrawn.mayHaveArrived { return .withdrew(withdrawn) }
            }
            if lane.count >= Self.countPerDeviceMax, withdrawn == nil { return .refused(.overloaded) }
        }
        guard !isFull else { return .refused(.overloaded) }
        add(QueuedPush(push: push, deadline: deadline, handedInAt: wall))
        return .admitted(instead: withdrawn)
    }

    private mutating func add(_ entry: QueuedPush) {
        let place = free.popLast() ?? places.count
        if place == places.count { places.append(Place()) }
        places[place].entry = entry
        places[place].next = nil
        places[place].phase = .waiting
        heap.set(place, due: entry.deadline)
        count += 1
        let device = entry.push.token.value.revealed
        guard let lane = lanes[device] else {
            lanes[device] = Lane(first: place, last: place, count: 1)
            lineUp(place)
            return
        }
        places[lane.last].next = place
        lanes[device] = Lane(first: lane.first, last: place, count: lane.count + 1)
    }

    private func ticket(of place: Int) -> QueuedPushID { QueuedPushID(place: place, count: places[place].count) }

    private mutating func lineUp(_ place: Int) {
        guard let entry = places[place].entry else { return }
        places[place].phase = .waiting
        if entry.push.kind == .incomingCall {
            urgent.append(ticket(of: place))
        } else {
            ordinary.append(ticket(of: place))
        }
    }

    /// Returns the next push to send, which is under way from now on, until the given time at most.
    public mutating func next(at now: Duration, answerWithin limit: Duration) -> QueuedPushID? {
        while let ticket = urgent.removeFirst() ?? ordinary.removeFirst() {
            guard isHere(ticket), places[ticket.place].phase == .waiting, var entry = places[ticket.place].entry else {
                continue
            }
            // `nextDue` returns a push whose time is up.
            guard now < entry.deadline else { continue }
            entry.attempts += 1
            places[ticket.place].entry = entry
            places[ticket.place].phase = .underWay
            heap.set(ticket.place, due: min(entry.deadline, now + limit))
            return ticket
        }
        return nil
    }

    /// Whether a push waits for its turn; one whose time is up may still count.
    public var hasNext: Bool { !urgent.isEmpty || !ordinary.isEmpty }

    /// Sends a push again, after a wait or at once. Returns false if its deadline comes first; then the push stays in
    /// the queue, and the caller has to finish it.
    public mutating func sendAgain(_ ticket: QueuedPushID, after wait: Duration, at now: Duration) -> Bool {
        guard let entry = self[ticket] else { return true }
        guard now + wait < entry.deadline else { return false }
        if wait > .zero {
            places[ticket.place].phase = .resting
            heap.set(ticket.place, due: now + wait)
        } else {
            heap.set(ticket.place, due: entry.deadline)
            lineUp(ticket.place)
        }
        return true
    }

    /// Removes a push; the next one to its device gets its turn.
    @discardableResult
    public mutating func finish(_ ticket: QueuedPushID) -> QueuedPush? {
        guard let entry = self[ticket] else { return nil }
        let place = ticket.place
        leaveLane(place, of: entry)
        heap.remove(place)
        places[place].entry = nil
        places[place].next = nil
        places[place].count &+= 1
        free.append(place)
        count -= 1
        return entry
    }

    private mutating func leaveLane(_ place: Int, of entry: QueuedPush) {
        let device = entry.push.token.value.revealed
        guard let lane = lanes[device] else { return }
        guard lane.count > 1 else {
            lanes[device] = nil
            return
        }
        if lane.first == place, let next = places[place].next {
            lanes[device] = Lane(first: next, last: lane.last, count: lane.count - 1)
            lineUp(next)
            return
        }
        var before = lane.first
        while let next = places[before].next, next != place { before = next }
        places[before].next = places[place].next
        lanes[device] = Lane(
            first: lane.first, last: lane.last == place ? before : lane.last, count: lane.count - 1)
    }

    /// Returns the next push whose time is up: one that waited is past its deadline; one under way has had no answer.
    /// Pushes that may be sent again by now are lined up on the way.
    public mutating func nextDue(at now: Duration) -> (ticket: QueuedPushID, wasUnderWay: Bool)? {
        while let (place, due) = heap.first, due <= now {
            guard let entry = places[place].entry else {
                heap.remove(place)
                continue
            }
            if places[place].phase == .resting, now < entry.deadline {
                heap.set(place, due: entry.deadline)
                lineUp(place)
                continue
            }
            // The push stays where it is until the caller decides about it.
            heap.set(place, due: entry.deadline > now ? entry.deadline : now + .seconds(1))
            return (ticket(of: place), places[place].phase == .underWay)
        }
        return nil
    }

    /// The tickets of all pushes in the queue, in the order of their places.
    public var tickets: [QueuedPushID] {
        places.indices.filter { places[$0].entry != nil }.map(ticket(of:))
    }

    private func repeats(_ push: PreparedPush, in lane: Lane) -> Bool {
        first(in: lane) { $0.push.isOfRinging(of: push) && $0.push.kind == push.kind } != nil
    }

    /// The ring that a push about an ended call makes useless, unless it is under way.
    private func unsentRing(of push: PreparedPush, in lane: Lane) -> QueuedPushID? {
        let ring = first(in: lane) { $0.push.isOfRinging(of: push) && $0.push.kind == .incomingCall }
        guard let ring, places[ring].phase != .underWay else { return nil }
        return ticket(of: ring)
    }

    private func first(in lane: Lane, where matches: (QueuedPush) -> Bool) -> Int? {
        var place: Int? = lane.first
        while let current = place {
            if let entry = places[current].entry, matches(entry) { return current }
            place = places[current].next
        }
        return nil
    }
}

/// A push in a queue, with the history of its attempts.
public struct QueuedPush: Hashable, Sendable {
    /// The push, with its deadline and bytes.
    public let push: PreparedPush
    /// The same moment as the push's deadline, since the shell's origin.
    public let deadline: Duration
    /// When it was handed in, by the exchange's clock.
    public let handedInAt: WallTime
    /// Requests sent for it.
    public var attempts = 0
    /// Attempts that failed because of our provider or access token.
    public var tokenRefusals = 0
    /// The connection and stream that its answer is expected on.
    public var expectedOn: PendingStream?
    /// Whether an attempt ended without an answer, so that it may have arrived.
    public var mayHaveArrived = false

    /// The outcome that its caller gets if it is given up.
    var givenUp: PushOutcome { mayHaveArrived ? .unanswered : .expired }
}

/// A place in a ``PushQueue``. Places are reused; the count tells an old ticket from a new one.
public struct QueuedPushID: Hashable, Sendable {
    let place: Int
    let count: UInt32
}

/// The decision of a queue about a push that is handed in.
public enum PushAdmission: Hashable, Sendable {
    /// The push waits for its turn. `instead`: a ring that is not sent any more, but may have arrived before.
    case admitted(instead: QueuedPush?)
    /// The call's ring was never sent: it is removed, and the push about the call's end is not needed.
    case withdrew(QueuedPush)
    /// The push is not accepted.
    case refused(PushOutcome)
}
