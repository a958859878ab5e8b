internal import ExchangeCore
internal import Verto

/// Runs many timers on one clock, ordered by deadline. Canceled timers are removed when their deadline comes.
///
/// An event loop's own cancellation searches all its timers, which would cost more than the calls with ten thousand
/// phones.
package struct DeadlineQueue<Key: Hashable> {
    private struct Entry {
        var deadline: Duration
        var key: Key
    }

    private var heap: [Entry] = []
    private var running: [Key: Duration] = [:]

    package init() {}

    /// The number of running timers.
    package var count: Int { running.count }
    /// The earliest deadline; a canceled timer counts until then.
    package var earliest: Duration? { heap.first?.deadline }

    /// Starts a timer, replacing a running one with that key.
    package mutating func start(_ key: Key, at deadline: Duration) {
        running[key] = deadline
        heap.append(Entry(deadline: deadline, key: key))
        siftUp(from: heap.count - 1)
        if heap.count > 64, heap.count > running.count * 4 { dropCancelled() }
    }

    package mutating func cancel(_ key: Key) {
        running[key] = nil
    }

    /// Removes and returns the next timer that is due.
    package mutating func popDue(now: Duration) -> Key? {
        while let first = heap.first, first.deadline <= now {
            removeFirst()
            guard running[first.key] == first.deadline else { continue }
            running[first.key] = nil
            return first.key
        }
        return nil
    }

    private mutating func dropCancelled() {
        heap = heap.filter { running[$0.key] == $0.deadline }.sorted { $0.deadline < $1.deadline }
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown()
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0, heap[index].deadline < heap[(index - 1) / 2].deadline {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].deadline < heap[least].deadline {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}

/// The purpose of a runner's timer.
enum RunnerTimer: Hashable {
    case exchange(TimerID)
    case connection(ConnectionID, VertoServerTimer)
    /// Refuse replies that have waited too long to be stored.
    case heldReplies
}
