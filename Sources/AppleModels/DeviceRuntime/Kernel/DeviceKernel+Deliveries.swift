internal import DeviceModel

extension DeviceKernel {
    /// The process that runs, if any.
    var process: ProcessHandle? { read { $0.process } }

    /// The phone that this kernel belongs to.
    var device: ModelDevice? { read { $0.device.device } }

    func nextDelivery() -> DeliveryQueue.Delivery? {
        change { state in state.deliveries.next(chance: &state.chance) }
    }

    /// The process of a generation, made at the first callback to it. It is nil if the process has ended or another has
    /// followed.
    func process(of generation: ProcessGeneration) -> ProcessHandle? {
        change { state in
            guard state.machine.process.generation == generation, state.machine.process.life != .notRunning else {
                return nil
            }
            if let process = state.process, process.generation == generation { return process }
            let fresh = ProcessHandle(kernel: self, generation: generation)
            state.process = fresh
            return fresh
        }
    }

    func removeProcess(_ generation: ProcessGeneration) -> ProcessHandle? {
        change { state in
            guard let process = state.process, process.generation == generation else { return nil }
            state.process = nil
            state.deliveries.isHeld = false
            return process
        }
    }

    /// Stops deliveries for a while, as the main thread is busy.
    func holdDeliveries(for duration: Duration, then event: DeviceEvent) {
        change { state in
            state.deliveries.isHeld = true
            state.alarms.set(.release(event), at: state.now + duration)
        }
    }

    /// Moves time to the next alarm within a limit and fires it. Returns false if there is none; time is then at the
    /// limit.
    func ringNext(by limit: Duration) -> Bool {
        let alarm = change { state -> Alarm? in
            guard let alarm = state.alarms.next(by: limit) else {
                state.now = max(state.now, limit)
                return nil
            }
            state.now = max(state.now, alarm.due)
            return alarm
        }
        guard let alarm else { return false }
        switch alarm.cause {
        case .timer(let timer): handle(.timerFired(timer))
        case .world(let event): handle(event)
        case .sleeper(let sleeper): ring(sleeper)
        case .release(let event):
            change { $0.deliveries.isHeld = false }
            handle(event)
        case .notification(let id): change { $0.withNotifications { $0.timerFired(id, into: &$1) } }
        case .path(let timer): change { $0.withPath { $0.timerFired(timer, into: &$1) } }
        }
        return true
    }

    /// Fires the next alarm that is due now. Returns false if there is none.
    func ringDue() -> Bool {
        let isDue = read { state in state.alarms.nextDue.map { $0 <= state.now } ?? false }
        return isDue && ringNext(by: now)
    }

    /// Schedules an event of the world.
    func schedule(_ event: DeviceEvent, after delay: Duration) {
        change { $0.alarms.set(.world(event), at: $0.now + delay) }
    }
}

/// The callbacks that the frameworks owe the app, in order.
struct DeliveryQueue: Sendable {
    enum Delivery: Sendable {
        case callback(AppCallback, to: ProcessGeneration)
        case framework(FrameworkCallback, to: ProcessGeneration)
        case death(of: ProcessGeneration)
    }

    private var waiting: [Delivery] = []
    /// Whether the process's main thread is blocked, so that only its death is delivered.
    var isHeld = false

    mutating func add(_ delivery: Delivery) { waiting.append(delivery) }

    /// Whether a delivery is possible now.
    var hasNext: Bool {
        isHeld ? waiting.contains { if case .death = $0 { true } else { false } } : !waiting.isEmpty
    }

    /// Removes the next delivery. Where Apple guarantees no order, chance decides: a completion may be swapped with its
    /// successor.
    mutating func next(chance: inout SeededRandom) -> Delivery? {
        guard !waiting.isEmpty else { return nil }
        if isHeld {
            let death = waiting.firstIndex { if case .death = $0 { true } else { false } }
            return death.map { waiting.remove(at: $0) }
        }
        if waiting.count > 1, mayFollow(waiting[0], waiting[1]), chance.flip() { waiting.swapAt(0, 1) }
        return waiting.removeFirst()
    }

    /// Whether the first may come after the second: a completion on the framework's own queue (C23, C46) is not ordered
    /// with the delegate's calls on another queue.
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
