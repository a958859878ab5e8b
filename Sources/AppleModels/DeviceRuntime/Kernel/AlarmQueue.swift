internal import DeviceModel

/// The alarms, in the order in which they are due.
struct AlarmQueue: Sendable {
    private var alarms: [Alarm] = []
    private var ordersGiven: UInt64 = 0

    /// Sets an alarm, after those of the same instant.
    mutating func set(_ cause: Alarm.Cause, at due: Duration) {
        ordersGiven += 1
        let alarm = Alarm(due: due, order: ordersGiven, cause: cause)
        let place = alarms.firstIndex { $0.due > due } ?? alarms.endIndex
        alarms.insert(alarm, at: place)
    }

    /// Cancels a timer of the phone.
    mutating func cancel(_ timer: DeviceTimer) {
        alarms.removeAll { if case .timer(timer) = $0.cause { true } else { false } }
    }

    /// Cancels the delivery of a notification.
    mutating func cancel(_ notification: NotificationID) {
        alarms.removeAll { if case .notification(notification) = $0.cause { true } else { false } }
    }

    /// Cancels a step of the network.
    mutating func cancel(_ timer: PathTimer) {
        alarms.removeAll { if case .path(timer) = $0.cause { true } else { false } }
    }

    /// Cancels the alarm of a task's sleep.
    mutating func cancel(_ sleeper: SleeperID) {
        alarms.removeAll { if case .sleeper(sleeper) = $0.cause { true } else { false } }
    }

    /// The time at which the next alarm is due.
    var nextDue: Duration? { alarms.first?.due }

    /// Removes and returns the next alarm that is due by a time.
    mutating func next(by limit: Duration) -> Alarm? {
        guard let first = alarms.first, first.due <= limit else { return nil }
        return alarms.removeFirst()
    }
}

/// An alarm, which fires at a time.
struct Alarm: Sendable {
    enum Cause: Sendable {
        /// A timer of the phone.
        case timer(DeviceTimer)
        /// A sleeping task of a process.
        case sleeper(SleeperID)
        /// A scheduled event of the world.
        case world(DeviceEvent)
        /// The main thread is no longer blocked, and this event has happened on it.
        case release(DeviceEvent)
        /// A notification that was added with a delay.
        case notification(NotificationID)
        /// A step of the network.
        case path(PathTimer)
    }

    let due: Duration
    /// Orders alarms of the same instant: the alarm that was set first fires first.
    let order: UInt64
    let cause: Cause
}
