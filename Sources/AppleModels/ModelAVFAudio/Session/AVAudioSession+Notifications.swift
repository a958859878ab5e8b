public import Foundation

extension AVAudioSession {
    /// The route changed.
    public class var routeChangeNotification: Notification.Name { .init("AVAudioSessionRouteChangeNotification") }
    /// The session was taken, or may be used again.
    public class var interruptionNotification: Notification.Name { .init("AVAudioSessionInterruptionNotification") }
    /// The media services died.
    public class var mediaServicesWereLostNotification: Notification.Name {
        .init("AVAudioSessionMediaServicesWereLostNotification")
    }
    /// The media services are back, and everything made before is void (C65).
    public class var mediaServicesWereResetNotification: Notification.Name {
        .init("AVAudioSessionMediaServicesWereResetNotification")
    }
}

/// Key of a `UInt`, an `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// Key of an `AVAudioSessionRouteDescription`.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// Key of a `UInt`, an `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Key of a `UInt`, `AVAudioSession.InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
