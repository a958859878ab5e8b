/// Something that happens to the phone.
public enum DeviceEvent: Hashable, Sendable {
    /// Something from outside the app: the person, the network, the hardware, the system's own doing.
    case world(WorldEvent)
    /// A framework call the app makes. One from a process that is gone has no effect.
    case app(AppEvent, from: ProcessGeneration)
    /// A timer that was started has run out.
    case timerFired(DeviceTimer)
}
