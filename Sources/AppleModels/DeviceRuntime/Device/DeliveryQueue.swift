internal import DeviceModel

/// What the frameworks owe the app, in order.
struct DeliveryQueue: Sendable {
    enum Delivery: Sendable {
        case callback(AppCallback, to: ProcessGeneration)
        case book(BookCallback, to: ProcessGeneration)
        case death(of: ProcessGeneration)
    }

    private var waiting: [Delivery] = []
    /// While the main thread of a process is blocked nothing is delivered to it.
    var isHeld = false

    mutating func add(_ delivery: Delivery) { waiting.append(delivery) }

    /// Whether something can be delivered now.
    var hasNext: Bool {
        isHeld ? waiting.contains { if case .death = $0 { true } else { false } } : !waiting.isEmpty
    }

    /// Takes the next. Where Apple promises no order, chance decides: a completion may come after its follower.
    mutating func next(chance: inout SeededChance) -> Delivery? {
        guard !waiting.isEmpty else { return nil }
        if isHeld {
            let death = waiting.firstIndex { if case .death = $0 { true } else { false } }
            return death.map { waiting.remove(at: $0) }
        }
        if waiting.count > 1, mayFollow(waiting[0], waiting[1]), chance.flip() { waiting.swapAt(0, 1) }
        return waiting.removeFirst()
    }

    /// Whether the first may come after the second: a completion on a queue of the framework's own (C23, C46) knows
    /// nothing of what the delegate is told on another.
    private func mayFollow(_ first: Delivery, _ second: Delivery) -> Bool {
        guard case .callback(.calls(let completion), _) = first, case .callback(.calls(let other), _) = second else {
            return false
        }
        guard other.isForDelegate else { return false }
        switch completion {
        case .requestCompleted, .reportCompleted(_, _, on: .privateSerial): return true
        default: return false
        }
    }
}

extension CallCallback {
    fileprivate var isForDelegate: Bool {
        switch self {
        case .perform, .timedOut, .didActivate, .didDeactivate: true
        default: false
        }
    }
}
