internal import DeviceModel

extension DeviceKernel {
    /// The process that lives.
    var process: ProcessHandle? { read { $0.process } }

    /// The phone this is the inside of.
    var device: ModelDevice? { read { $0.device.device } }

    func nextDelivery() -> DeliveryQueue.Delivery? {
        change { state in state.deliveries.next(chance: &state.chance) }
    }

    /// The process of a generation; made at the first callback to it. Nil if another has followed, or it is dead.
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

    /// Delivers nothing for a while, as the main thread is busy.
    func holdDeliveries(for duration: Duration, then event: DeviceEvent) {
        change { state in
            state.deliveries.isHeld = true
            state.alarms.set(.release(event), at: state.now + duration)
        }
    }

    /// Moves time to the next alarm within a limit and rings it; false if there is none, and time is at the limit.
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

    /// Rings the next alarm whose time is now; false if there is none.
    func ringDue() -> Bool {
        let isDue = read { state in state.alarms.nextDue.map { $0 <= state.now } ?? false }
        return isDue && ringNext(by: now)
    }

    /// Sets what the world does later.
    func schedule(_ event: DeviceEvent, after delay: Duration) {
        change { $0.alarms.set(.world(event), at: $0.now + delay) }
    }
}
