package import CallKit
package import Clocks
public import Foundation
public import PhoneCore
import Redaction

#if canImport(ObjectiveC)
    package import ObjectiveC
#endif

/// The phone's adapter to CallKit: one provider for the life of the process, one controller, one observer.
@MainActor
package final class CallSystem: NSObject, CallSystemPort {
    package weak var sink: (any PhoneEventSink)?
    let clock: any TimeSource
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
        clock: any TimeSource
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

/// Reports to the system.
extension CallSystem {
    package func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?) {
        switch order {
        case .incoming(let call, let display, let purpose):
            reportIncoming(call, display, purpose, completion: completion)
        case .updated(let call, let display):
            provider?.reportCall(with: UUID(call.value), updated: update(display))
        case .ended(let call, let reason):
            provider?.reportCall(with: UUID(call.value), endedAt: nil, reason: CXCallEndedReason(reason))
        case .connecting(let call):
            provider?.reportOutgoingCall(with: UUID(call.value), startedConnectingAt: nil)
        case .connected(let call):
            provider?.reportOutgoingCall(with: UUID(call.value), connectedAt: nil)
        }
    }

    private func update(_ display: CallDisplay) -> CXCallUpdate {
        display.update(unknownCaller: unknownCaller, isInContacts: contacts?.know(display.handle) ?? false)
    }

    /// The configuration is assigned anew before each report: the system may have lost the audio session it belongs to.
    /// Source: C30 (stated by an Apple engineer).
    private func reportIncoming(
        _ call: CallUUID, _ display: CallDisplay, _ purpose: ReportPurpose, completion: (@Sendable () -> Void)?
    ) {
        guard let provider else {
            completion?()
            return
        }
        provider.configuration = configuration
        provider.reportNewIncomingCall(with: UUID(call.value), update: update(display)) {
            @Sendable [weak self] error in
            completion?()
            let refusal = error.map(ReportRefusal.init(error:))
            Task { @MainActor in self?.sink?.send(.system(.reported(call, purpose, refusal))) }
        }
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

extension CXCallEndedReason {
    package init(_ reason: SystemEndReason) {
        switch reason {
        case .failed: self = .failed
        case .remoteEnded: self = .remoteEnded
        case .unanswered: self = .unanswered
        case .answeredElsewhere: self = .answeredElsewhere
        case .declinedElsewhere: self = .declinedElsewhere
        }
    }
}

nonisolated extension ReportRefusal {
    /// Source: C25 (documented), the codes of `CXErrorCodeIncomingCallError`.
    package init(error: any Error) {
        switch (error as? CXErrorCodeIncomingCallError)?.code {
        case .unentitled: self = .unentitled
        case .callUUIDAlreadyExists: self = .alreadyExists
        case .filteredByDoNotDisturb: self = .filteredByDoNotDisturb
        case .filteredByBlockList: self = .filteredByBlockList
        case .filteredBySensitiveParticipants: self = .filteredBySensitiveness
        default: self.init(other: error)
        }
    }

    /// Reads errors of the app, and of too many calls, which come with codes of other domains.
    private init(other error: any Error) {
        let isUnentitled: Bool =
            switch (error as? CXError)?.code {
            case .unentitled, .missingVoIPBackgroundMode: true
            default: false
            }
        let isLimit = TransactionRefusal(error: error) == .limitReached
        self = isUnentitled ? .unentitled : isLimit ? .limitReached : .unknown
    }
}

nonisolated extension CallDisplay {
    /// The update of the system's call screen. It offers only the buttons whose actions the phone performs.
    /// Source: C45.
    ///
    /// A contact's name takes precedence over the exchange's: the system looks it up if the app gives no name.
    /// Source: C31 (documented).
    ///
    /// - Parameters:
    ///   - unknownCaller: the name of a caller of whom nothing is known, not even a number.
    ///   - isInContacts: whether the system knows a name for the handle.
    func update(unknownCaller: String, isInContacts: Bool) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(handle)
        let nameOfOurs = isAnonymous ? besideOrganization(unknownCaller) : shownName
        update.localizedCallerName = isInContacts ? nil : nameOfOurs
        update.supportsHolding = true
        update.supportsDTMF = true
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.hasVideo = false
        return update
    }

    /// The caller's name, followed by the called organization; nil if the exchange gave no name.
    var shownName: String? { name.map { besideOrganization($0.revealed) } }

    /// Whether neither a name nor a number of the caller is known.
    private var isAnonymous: Bool {
        guard name == nil, case .generic(let text) = handle else { return false }
        return text.revealed.isEmpty
    }

    private func besideOrganization(_ name: String) -> String {
        organizationName.map { "\(name) · \($0.revealed)" } ?? name
    }
}

nonisolated extension CXHandle {
    convenience init(_ handle: CallHandle) {
        switch handle {
        case .phoneNumber(let number): self.init(type: .phoneNumber, value: number.revealed)
        case .generic(let name): self.init(type: .generic, value: name.revealed)
        }
    }
}

extension CallHandle {
    init(_ handle: CXHandle) {
        self = handle.type == .phoneNumber ? .phoneNumber(Redacted(handle.value)) : .generic(Redacted(handle.value))
    }
}
