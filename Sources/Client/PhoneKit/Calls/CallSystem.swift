import CallKit
package import PhoneCore

#if canImport(ObjectiveC)
    import Foundation
    package import ObjectiveC
#else
    package import Foundation
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
