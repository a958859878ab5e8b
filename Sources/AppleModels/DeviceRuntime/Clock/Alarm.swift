internal import DeviceModel

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
