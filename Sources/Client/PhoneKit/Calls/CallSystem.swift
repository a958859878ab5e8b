import CallKit
public import Foundation
public import PhoneCore

#if canImport(ObjectiveC)
    package import ObjectiveC
#endif

/// The phone's adapter to CallKit: one provider for the life of the process, one controller, one observer.
@MainActor
package final class CallSystem: NSObject, CallSystemPort {
    package weak var sink: (any PhoneEventSink)?
    let clock: any PhoneClock
    let configuration: CXProviderConfiguration
    let unknownCaller: String
    let contacts: ContactNumbers?
    var actions = PendingActions()
    private(set) var provider: CXProvider?
    private(set) lazy var controller = CXCallController()
    private lazy var observer = CXCallObserver()

    /// - Parameters:
    ///   - unknownCaller: the name that the system shows of a caller of whom nothing is known.
    ///   - contacts: the numbers whose names the system knows; nil shows the exchange's names.
    package init(
        appearance: CallAppearance, limits: PhoneLimits, unknownCaller: String, contacts: ContactNumbers? = nil,
        clock: any PhoneClock
    ) {
        self.clock = clock
        self.unknownCaller = unknownCaller
        self.contacts = contacts
        configuration = CXProviderConfiguration(appearance, limits: limits)
    }

    /// Makes the provider on the main thread and sets its delegate at once. It does not wait until the system knows the
    /// provider. Source: C20–C23 (documented; stated by an Apple engineer).
    package func open() {
        guard provider == nil else { return }
        let provider = CXProvider(configuration: configuration)
        provider.setDelegate(self, queue: .main)
        self.provider = provider
    }

    /// The system's calls, those of other apps included. Source: C29 (observed).
    package func liveCalls() -> [CallUUID] {
        observer.calls.filter { !$0.hasEnded }.map { CallUUID($0.uuid.value) }
    }
}

/// The system's calls: reports to the system, and actions that it asks for.
@MainActor
public protocol CallSystemPort: PhoneEventSource {
    /// Tells the system of a call before it returns.
    ///
    /// - Parameters:
    ///   - order: the call, and what the system is told of it.
    ///   - completion: called once, on any thread, when the report of an incoming call has completed.
    func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?)

    /// Completes an action. Ignores one that is unknown, completed or timed out.
    func complete(_ action: SystemActionID, _ outcome: ActionOutcome)

    /// Requests a transaction. The system's answer comes as `SystemEvent.requested(_:_:)`.
    func request(_ id: SystemRequestID, _ actions: [SystemAction])
}

/// The way in which the system shows this app's calls.
public struct CallAppearance: Sendable {
    /// A sound file of the bundle, shorter than 30 s; `nil` for the system's ringtone.
    public var ringtoneSound: String?
    /// A square PNG of 40 points, of which the system uses the alpha channel only.
    public var icon: Data?
    /// Whether calls appear in Recents.
    public var appearsInRecents = true

    /// The system's ringtone, no icon, and calls in Recents.
    public init() {}
}

extension CXProviderConfiguration {
    /// Allows at least two groups: with one, the system refuses a report soon after a hang-up.
    /// Source: C27 (observed).
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
