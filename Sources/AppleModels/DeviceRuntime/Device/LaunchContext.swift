public import Foundation

/// What a process begins with, handed to the function that makes the app's composition root.
@MainActor
public struct LaunchContext {
    /// The phone.
    public let device: ModelDevice
    /// Whether the system started the process without showing it: for a push, as a rule.
    public let isInBackground: Bool
    /// The phone's time, for tasks of this process.
    public let clock: DeviceClock
    /// The app's files and defaults.
    public let files: DeviceFiles
    /// The person's contacts, as this process may read them.
    public let contacts: DeviceContacts
    /// Where the frameworks of this process post notifications. A real process has one of its own, `default`; several
    /// processes live in a test, so each has another.
    public let notificationCenter: NotificationCenter

    /// Says that launching keeps the main thread busy, as reading a large store does. Until then nothing is delivered.
    public func blocksMainThread(for duration: Duration) {
        device.blockLaunch(for: duration)
    }
}
