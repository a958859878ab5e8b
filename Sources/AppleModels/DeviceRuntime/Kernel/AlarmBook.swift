internal import DeviceModel

/// Everything that is due, in the order it is due.
struct AlarmBook: Sendable {
    private var alarms: [Alarm] = []
    private var ordersGiven: UInt64 = 0

    /// Sets an alarm behind those of the same instant.
    mutating func set(_ cause: Alarm.Cause, at due: Duration) {
        ordersGiven += 1
        let alarm = Alarm(due: due, order: ordersGiven, cause: cause)
        let place = alarms.firstIndex { $0.due > due } ?? alarms.endIndex
        alarms.insert(alarm, at: place)
    }

    /// Gives up a timer of the phone.
    mutating func cancel(_ timer: DeviceTimer) {
        alarms.removeAll { if case .timer(timer) = $0.cause { true } else { false } }
    }

    /// Gives up the delivery of a notification.
    mutating func cancel(_ notification: NotificationID) {
        alarms.removeAll { if case .notification(notification) = $0.cause { true } else { false } }
    }

    /// Gives up a step of the network.
    mutating func cancel(_ timer: PathTimer) {
        alarms.removeAll { if case .path(timer) = $0.cause { true } else { false } }
    }

    /// Gives up a task's sleep.
    mutating func cancel(_ sleeper: SleeperID) {
        alarms.removeAll { if case .sleeper(sleeper) = $0.cause { true } else { false } }
    }

    /// When the next is due.
    var nextDue: Duration? { alarms.first?.due }

    /// Takes the next that is due by a time.
    mutating func next(by limit: Duration) -> Alarm? {
        guard let first = alarms.first, first.due <= limit else { return nil }
        return alarms.removeFirst()
    }
}

/// Something that is due at a time.
struct Alarm: Sendable {
    enum Cause: Sendable {
        /// The phone's own.
        case timer(DeviceTimer)
        /// A sleeping task of a process.
        case sleeper(SleeperID)
        /// What the world does later.
        case world(DeviceEvent)
        /// The main thread is free again, and something has happened on it.
        case release(DeviceEvent)
        /// A notification that was added with a delay.
        case notification(NotificationID)
        /// A step of the network.
        case path(PathTimer)
    }

    let due: Duration
    /// Tells alarms of the same instant apart: first set, first rung.
    let order: UInt64
    let cause: Cause
}
