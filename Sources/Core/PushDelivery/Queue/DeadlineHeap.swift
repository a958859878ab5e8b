/// Which place's time comes first. Every place is in it at most once, and can be moved or taken out.
struct DeadlineHeap: Hashable, Sendable {
    private var places: [Int] = []
    private var dueAt: [Duration] = []
    /// Where in the heap a place stands; -1: nowhere.
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
