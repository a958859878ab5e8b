import CallKit
public import Foundation
public import PhoneCore

#if canImport(ObjectiveC)
    package import ObjectiveC
#endif

/// The phone's place in CallKit: one provider for the life of the process, one controller, one observer.
///
/// Reporting, requesting and receiving are in extensions of their own.
@MainActor
package final class CallSystem: NSObject, CallSystemPort {
    package weak var sink: (any PhoneEventSink)?
    let clock: any PhoneClock
    let configuration: CXProviderConfiguration
    let unknownCaller: String
    let contacts: ContactNumbers?
    var actions = ActionBook()
    private(set) var provider: CXProvider?
    private(set) lazy var controller = CXCallController()
    private lazy var observer = CXCallObserver()

    /// - Parameters:
    ///   - unknownCaller: what the system shows of a caller until anything is known.
    ///   - contacts: tells of whom the system knows a name; none: the exchange's names are shown.
    package init(
        appearance: CallAppearance, limits: PhoneLimits, unknownCaller: String, contacts: ContactNumbers? = nil,
        clock: any PhoneClock
    ) {
        self.clock = clock
        self.unknownCaller = unknownCaller
        self.contacts = contacts
        configuration = CXProviderConfiguration(appearance, limits: limits)
    }

    /// Makes the provider, on the main thread, and sets its delegate at once; whether the system has heard of it is
    /// never waited for. Source: apple-contract C20–C23 (documented; stated by an Apple engineer).
    package func open() {
        guard provider == nil else { return }
        let provider = CXProvider(configuration: configuration)
        provider.setDelegate(self, queue: .main)
        self.provider = provider
    }

    /// The calls the system has, of this app and of others. Source: apple-contract C29 (observed).
    package func liveCalls() -> [CallUUID] {
        observer.calls.filter { !$0.hasEnded }.map { CallUUID($0.uuid.value) }
    }
}

/// The system's calls: what it is told of them, and what it asks for.
@MainActor
public protocol CallSystemPort: PhoneEventSource {
    /// Tells the system of a call, before it returns.
    ///
    /// - Parameter completion: called once when the report of an incoming call has come to completion, on any thread.
    func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?)

    /// Completes an action. One that was completed, has timed out or never was is left alone.
    func complete(_ action: SystemActionID, _ outcome: ActionOutcome)

    /// Asks for a transaction; its acceptance comes back as ``SystemEvent/requested(_:_:)``.
    func request(_ id: SystemRequestID, _ actions: [SystemAction])
}

/// How the system shows this app's calls.
public struct CallAppearance: Sendable {
    /// A sound file of the bundle, shorter than 30 s; `nil` for the system's ring.
    public var ringtoneSound: String?
    /// A square PNG of 40 points, of which only the alpha counts.
    public var icon: Data?
    /// Whether calls appear in Recents.
    public var appearsInRecents = true

    /// The system's ring, no icon, Recents.
    public init() {}
}

extension CXProviderConfiguration {
    /// At least two groups: with one, a report soon after a hang-up is refused. Source: apple-contract C27 (observed).
    convenience init(_ appearance: CallAppearance, limits: PhoneLimits) {
        self.init()
        maximumCallGroups = max(2, limits.callsMax)
        maximumCallsPerCallGroup = 1
        supportsVideo = false
        supportedHandleTypes = [.phoneNumber, .generic]
        includesCallsInRecents = appearance.appearsInRecents
        ringtoneSound = appearance.ringtoneSound
        iconTemplateImageData = appearance.icon
    }
}
