internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// The app as a provider of calls. An app makes one in each process and keeps it (C20).
///
/// Source: developer.apple.com/documentation/callkit/cxprovider.
open class CXProvider: NSObject {
    private let part: CallPart?
    let id: ProviderID
    private weak var queue: DispatchQueue?
    private var hasQueue = false
    private var kept: CXProviderConfiguration
    private(set) weak var delegate: (any CXProviderDelegate)?

    /// Makes a provider. It connects to the system by itself; `providerDidBegin` is called if a delegate is set by
    /// then.
    public init(configuration: CXProviderConfiguration) {
        let part = ProcessHandle.recording("CXProvider")?.part(CallPart.self)
        self.part = part
        id = part?.newProviderID() ?? ProviderID(0)
        kept = configuration.duplicate()
        super.init()
        part?.add(self)
        part?.send(.createProvider(id, configuration.machineValue))
    }

    /// The provider's settings, copied on reading and on assignment. Assigning them again also recovers a lost audio
    /// session (C30).
    open var configuration: CXProviderConfiguration {
        get {
            part?.process.record("CXProvider")
            return kept.duplicate()
        }
        set {
            part?.process.recordWrite("CXProvider")
            kept = newValue.duplicate()
            part?.send(.setConfiguration(id, kept.machineValue))
        }
    }

    /// Sets the delegate and its queue. Both are held weakly; without a queue the delegate is called on the main queue
    /// (C23).
    open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        part?.process.record("CXProvider")
        self.delegate = delegate
        self.queue = queue
        hasQueue = queue != nil
        guard delegate != nil else {
            part?.send(.loseDelegate(id))
            return
        }
        part?.send(.setDelegate(id, hasQueue: queue != nil))
    }

    /// The queue on which the delegate is called.
    var delegateQueue: CallbackQueue { CallbackQueue(hasQueue ? queue : nil) }

    /// Reports an incoming call. The completion is called on the delegate's queue if one was given, otherwise on a
    /// serial queue that is not the main queue (C23).
    open func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        part?.process.record("CXProvider")
        part?.report(UUID, update, on: self, completion: PendingCompletion(completion))
    }

    /// Reports an incoming call.
    open nonisolated(nonsending) func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        part?.process.record("CXProvider")
        try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
            guard let part else {
                answer.resume(throwing: CXErrorCodeIncomingCallError(.unknown))
                return
            }
            let give: @Sendable ((any Error)?) -> Void = { error in
                if let error { answer.resume(throwing: error) } else { answer.resume() }
            }
            part.report(
                UUID, update, on: self, completion: PendingCompletion(give, abandonment: .some(CancellationError())))
        }
    }

    /// Reports changed properties of a call. An unknown UUID is ignored.
    open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
        part?.process.record("CXProvider")
        guard let part else { return }
        let value = part.process.kernel.texts { update.update(texts: &$0) }
        part.send(.reportUpdated(SystemCallID(UUID), value))
    }

    /// Reports that a call has ended. An unknown UUID is ignored.
    open func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        part?.process.record("CXProvider")
        let reason = CallEndedReason(rawValue: UInt8(endedReason.rawValue)) ?? .failed
        part?.send(.reportEnded(SystemCallID(UUID), reason))
    }

    /// Reports that an outgoing call has started connecting.
    open func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) {
        part?.process.record("CXProvider")
        part?.send(.reportOutgoingStartedConnecting(SystemCallID(UUID)))
    }

    /// Reports that an outgoing call is connected.
    open func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
        part?.process.record("CXProvider")
        part?.send(.reportOutgoingConnected(SystemCallID(UUID)))
    }

    /// Invalidates the provider. Its calls end, and its delegate is no longer called (C24).
    open func invalidate() {
        part?.process.record("CXProvider")
        part?.send(.invalidate(id))
    }

    /// The transactions with an action that waits for the app.
    open var pendingTransactions: [CXTransaction] {
        part?.process.record("CXProvider")
        return part?.pendingTransactions(of: id) ?? []
    }

    /// The actions of a class on a call that wait for the app.
    open func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        part?.process.record("CXProvider")
        return (part?.pendingTransactions(of: id) ?? []).flatMap(\.actions).compactMap { $0 as? CXCallAction }
            .filter { $0.callUUID == callUUID && $0.isKind(of: callActionClass) }
    }

    /// Hands a push that a notification service extension has decrypted to the app. Extensions are not modeled: the
    /// completion gets the error `unentitled`.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        _ = ProcessHandle.recording("CXProvider")
        completion?(CXError(.unentitled))
    }
}

/// The reason an app reports for the end of a call. There is no reason for a call that the user ended, as an action
/// does that.
///
/// Source: developer.apple.com/documentation/callkit/cxcallendedreason.
public enum CXCallEndedReason: Int, Sendable {
    /// The call failed.
    case failed = 1
    /// The other party ended the call.
    case remoteEnded = 2
    /// The call was not answered.
    case unanswered = 3
    /// The user answered on another device.
    case answeredElsewhere = 4
    /// The user declined on another device.
    case declinedElsewhere = 5
}

/// The settings of a provider: how the system shows the app's calls, and which limits they have.
///
/// Source: developer.apple.com/documentation/callkit/cxproviderconfiguration.
open class CXProviderConfiguration: NSObject, NSCopying {
    /// The name that the system shows.
    @available(iOS, introduced: 10.0, deprecated: 14.0, message: "the display name of the app is shown")
    open private(set) var localizedName: String?
    /// The file name of the ringtone in the app's bundle; nil means the system's ringtone.
    open var ringtoneSound: String?
    /// The icon on the call screen: a square image with an alpha mask, 40 points wide.
    open var iconTemplateImageData: Data?
    /// The most groups of calls at a time. Default 2 (C27).
    open var maximumCallGroups = 2
    /// The most calls of a group. Default 5.
    open var maximumCallsPerCallGroup = 5
    /// Whether calls appear in Recents. Default true.
    open var includesCallsInRecents = true
    /// Whether calls may have video. Default false.
    open var supportsVideo = false
    /// The kinds of handles that the app can call.
    open var supportedHandleTypes: Set<CXHandle.HandleType> = []

    /// Makes a configuration with the defaults.
    public override init() {}

    /// Makes a configuration with the defaults and a name.
    @available(*, deprecated, message: "the system shows the app's display name since iOS 14")
    public init(localizedName: String) {
        self.localizedName = localizedName
    }

    /// A copy with equal values.
    open func copy(with zone: NSZone?) -> Any { duplicate() }

    func duplicate() -> CXProviderConfiguration {
        let copy = CXProviderConfiguration()
        copy.localizedName = localizedName
        copy.ringtoneSound = ringtoneSound
        copy.iconTemplateImageData = iconTemplateImageData
        copy.maximumCallGroups = maximumCallGroups
        copy.maximumCallsPerCallGroup = maximumCallsPerCallGroup
        copy.includesCallsInRecents = includesCallsInRecents
        copy.supportsVideo = supportsVideo
        copy.supportedHandleTypes = supportedHandleTypes
        return copy
    }
}

extension CXProviderConfiguration {
    /// The settings that affect the model, in the machine's terms.
    var machineValue: CallConfiguration {
        var value = CallConfiguration()
        value.groupsMax = maximumCallGroups
        value.callsPerGroupMax = maximumCallsPerCallGroup
        value.includesCallsInRecents = includesCallsInRecents
        value.supportsVideo = supportsVideo
        return value
    }
}
