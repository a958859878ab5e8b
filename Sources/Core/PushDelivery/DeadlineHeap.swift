/// A heap of places by their times. Every place is in it at most once, and can be moved or removed.
struct DeadlineHeap: Hashable, Sendable {
    private var places: [Int] = []
    private var dueAt: [Duration] = []
    /// The position of each place in the heap; -1: it is not in the heap.
    private var positions: [Int] = []

    var first: (place: Int, due: Duration)? {
        guard let place = places.first, let due = dueAt.first else { return nil }
        return (place, due)
    }

    /// Sets a place's time, new or changed.
    mutating func set(_ place: Int, due: Duration) {
        while positions.count <= place { positions.append(-1) }
        var position = positions[place]
        if position < 0 {
            position = places.count
            places.append(place)
            dueAt.append(due)
            positions[place] = position
            rise(from: position)
        } else {
            dueAt[position] = due
            rise(from: position)
            sink(from: positions[place])
        }
    }

    mutating func remove(_ place: Int) {
        guard place < positions.count, positions[place] >= 0 else { return }
        let position = positions[place]
        exchange(position, places.count - 1)
        places.removeLast()
        dueAt.removeLast()
        positions[place] = -1
        guard position < places.count else { return }
        let moved = places[position]
        rise(from: position)
        sink(from: positions[moved])
    }

    private mutating func exchange(_ first: Int, _ second: Int) {
        guard first != second else { return }
        places.swapAt(first, second)
        dueAt.swapAt(first, second)
        positions[places[first]] = first
        positions[places[second]] = second
    }

    private mutating func rise(from start: Int) {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard dueAt[position] < dueAt[parent] else { return }
            exchange(position, parent)
            position = parent
        }
    }

    private mutating func sink(from start: Int) {
        var position = start
        while true {
            var least = position
            let left = 2 * position + 1
            if left < places.count, dueAt[left] < dueAt[least] { least = left }
            if left + 1 < places.count, dueAt[left + 1] < dueAt[least] { least = left + 1 }
            guard least != position else { return }
            exchange(position, least)
            position = least
        }
    }
}

/// The ids of queued pushes, in the order they came.
struct PushIDQueue: Hashable, Sendable {
    /// Taken ids are removed together once there are this many, and more of them than of the others.
    private static let compactionCountMin = 64
    private var tickets: [QueuedPushID] = []
    private var taken = 0

    var isEmpty: Bool { taken == tickets.count }

    mutating func append(_ ticket: QueuedPushID) {
        tickets.append(ticket)
    }

    mutating func removeFirst() -> QueuedPushID? {
        guard taken < tickets.count else { return nil }
        let ticket = tickets[taken]
        taken += 1
        if taken >= Self.compactionCountMin, taken * 2 > tickets.count {
            tickets.removeFirst(taken)
            taken = 0
        }
        return ticket
    }
}

/// Waits that differ from one another, so that pushes that failed together do not come back together.
///
/// The shell gives the seed, from which all waits follow. Source: SplitMix64, Steele et al. 2014.
public struct RetryBackoff: Hashable, Sendable {
    private var state: UInt64

    /// The same seed gives the same waits.
    public init(seed: UInt64) {
        state = seed
    }

    /// The wait before the given attempt, counted from 1: doubled each time up to the longest, of which half is fixed
    /// and half is random.
    public mutating func wait(_ attempt: Int, first: Duration, longest: Duration) -> Duration {
        let doublings = min(max(attempt - 1, 0), 16)
        let whole = min(first * (1 << doublings), longest)
        return whole * (512 + Int(next() & 511)) / 1024
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
