import DeviceModel
import PhoneCore

/// Deadlines that have not come, soonest first. Time is what is left of each: that tells two moments apart only where
/// something waits.
struct Countdowns: Hashable, Sendable {
    /// Whose deadline it is.
    enum Owner: Hashable, Sendable {
        case device(DeviceTimer)
        case phone(PhoneTimer)
        case path(PathTimer)
    }

    struct Countdown: Hashable, Sendable {
        let owner: Owner
        var left: Duration
    }

    private(set) var list: [Countdown] = []

    var owners: [Owner] { list.map(\.owner) }

    func contains(_ isMeant: (Owner) -> Bool) -> Bool { list.contains { isMeant($0.owner) } }

    /// Starts a deadline; one of the same owner is replaced.
    mutating func start(_ owner: Owner, after duration: Duration) {
        stop(owner)
        let index = list.firstIndex { $0.left > duration } ?? list.endIndex
        list.insert(Countdown(owner: owner, left: duration), at: index)
    }

    mutating func stop(_ owner: Owner) { list.removeAll { $0.owner == owner } }

    /// The deadlines of a process that is gone.
    mutating func stopPhone() {
        list.removeAll { if case .phone = $0.owner { true } else { false } }
    }

    /// Lets time pass until the first deadline of those that may come.
    mutating func popFirst(where mayCome: (Owner) -> Bool) -> Owner? {
        guard let index = list.firstIndex(where: { mayCome($0.owner) }) else { return nil }
        let first = list.remove(at: index)
        for index in list.indices { list[index].left = max(.zero, list[index].left - first.left) }
        return first.owner
    }
}
