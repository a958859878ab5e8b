/// What comes upon the phone from outside the app.
public enum WorldEvent: Hashable, Sendable {
    /// The push service: pushes and tokens.
    case push(PushEvent)
    /// What the person does to calls.
    case person(PersonEvent)
    /// Calls of the telephone network.
    case cellular(CellularEvent)
    /// The daemon that keeps the calls, and what the person told it to refuse.
    case callServices(CallServicesEvent)
    /// The life of the app's process.
    case life(LifeEvent)
    /// The lock, and restarts of the phone.
    case lock(LockEvent)
    /// Sound hardware, its daemon, and the permission to record.
    case audio(AudioEvent)
}
