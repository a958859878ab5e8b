/// The simulated phones of a stand-in and the pushes on their way to them.
struct SimulatedPhones: Sendable {
    /// An event that is due at a time.
    private struct Due: Sendable {
        var at: Duration
        var push: PhonePush
        /// Whether this is a check for a reported call instead of an arrival.
        var isCheck: Bool
    }

    private struct Entry: Sendable {
        var phone: SimulatedPhone
        /// The pushes kept until the phone is online, oldest first.
        var kept: [PhonePush] = []
        /// The push that waits for the next one to arrive first.
        var held: PhonePush?
        /// The delivered pushes for which the app has not reported a call.
        var unreported: [Int] = []
    }

    /// The most events under way for all phones.
    private static let dueCountMax = 100_000

    /// How many pushes the service keeps for an offline phone.
    private let keptMax: Int
    private var entries: [String: Entry] = [:]
    private var due: [Due] = []

    init(keptMax: Int) {
        self.keptMax = keptMax
    }

    var nextMoment: Duration? { due.first?.at }

    mutating func put(_ phone: SimulatedPhone?, for token: String) {
        entries[token] = phone.map { Entry(phone: $0) }
    }

    /// Handles an accepted push. Nothing happens if the device has no phone.
    mutating func push(_ push: PhonePush, at now: Duration) -> [PhonePushEvent] {
        guard var entry = entries[push.device] else { return [] }
        defer { entries[push.device] = entry }
        guard entry.phone.isOnline else { return keep(push, &entry, at: now) }
        return arrive(push, &entry, at: now)
    }

    /// Applies an action at a phone; nil if there is no such phone.
    mutating func handle(_ action: PhoneStep, for token: String, at now: Duration) -> [PhonePushEvent]? {
        guard var entry = entries[token] else { return nil }
        defer { entries[token] = entry }
        switch action {
        case .goesOffline: entry.phone.isOnline = false
        case .reportsCall: entry.unreported.removeAll()
        case .arrival(let arrival): entry.phone.arrival = arrival
        case .goesOnline:
            entry.phone.isOnline = true
            let kept = entry.kept
            entry.kept = []
            return kept.flatMap { push in
                if let expiration = push.expiration, expiration != .zero, expiration < now {
                    return [PhonePushEvent(kind: .dropped, device: token, push: push.number, at: now)]
                }
                return arrive(push, &entry, at: now)
            }
        }
        return []
    }

    /// Carries out everything due up to now, in order.
    mutating func pass(to now: Duration) -> [PhonePushEvent] {
        var events: [PhonePushEvent] = []
        while let next = due.first, next.at <= now {
            due.removeFirst()
            guard var entry = entries[next.push.device] else { continue }
            if next.isCheck {
                guard let index = entry.unreported.firstIndex(of: next.push.number) else { continue }
                entry.unreported.remove(at: index)
                events.append(
                    PhonePushEvent(kind: .killed, device: next.push.device, push: next.push.number, at: next.at))
            } else {
                events += deliver(next.push, &entry, at: next.at)
            }
            entries[next.push.device] = entry
        }
        return events
    }

    private mutating func keep(_ push: PhonePush, _ entry: inout Entry, at now: Duration) -> [PhonePushEvent] {
        let isLost = push.expiration == .zero && entry.phone.honorsExpirationZero
        if !isLost { entry.kept.append(push) }
        let lost = isLost ? push : entry.kept.count > keptMax ? entry.kept.removeFirst() : nil
        guard let lost else { return [] }
        return [PhonePushEvent(kind: .dropped, device: push.device, push: lost.number, at: now)]
    }

    private mutating func arrive(_ push: PhonePush, _ entry: inout Entry, at now: Duration) -> [PhonePushEvent] {
        switch entry.phone.arrival {
        case .never: return []
        case .prompt: return deliver(push, &entry, at: now)
        case .late(let time):
            schedule(Due(at: now + time, push: push, isCheck: false))
            return []
        case .twice(let gap):
            schedule(Due(at: now + gap, push: push, isCheck: false))
            return deliver(push, &entry, at: now)
        case .swapped:
            guard let held = entry.held else {
                entry.held = push
                return []
            }
            entry.held = nil
            return deliver(push, &entry, at: now) + deliver(held, &entry, at: now)
        }
    }

    private mutating func deliver(_ push: PhonePush, _ entry: inout Entry, at now: Duration) -> [PhonePushEvent] {
        if let limit = entry.phone.reportLimit, push.wantsReport {
            entry.unreported.append(push.number)
            schedule(Due(at: now + limit, push: push, isCheck: true))
        }
        return [PhonePushEvent(kind: .delivered, device: push.device, push: push.number, at: now)]
    }

    private mutating func schedule(_ new: Due) {
        guard due.count < Self.dueCountMax else { return }
        let place = due.firstIndex { $0.at > new.at } ?? due.endIndex
        due.insert(new, at: place)
    }
}

/// A push on its way to a simulated phone.
struct PhonePush: Hashable, Sendable {
    var number: Int
    var device: String
    /// The expiration since 1970; nil for none, zero if it may not be kept.
    var expiration: Duration?
    /// Whether the app must report a call for it.
    var wantsReport: Bool
}
