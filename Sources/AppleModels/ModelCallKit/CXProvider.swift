internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// The app as a provider of calls. One for each process, kept as long as it lives (C20).
///
/// Source: developer.apple.com/documentation/callkit/cxprovider.
open class CXProvider: NSObject {
    private let part: CallPart?
    let id: ProviderID
    private weak var queue: DispatchQueue?
    private var hasQueue = false
    private var kept: CXProviderConfiguration
    private(set) weak var delegate: (any CXProviderDelegate)?

    /// A provider. It connects to the system by itself, which `providerDidBegin` tells if a delegate is there by then.
    public init(configuration: CXProviderConfiguration) {
        let part = ProcessHandle.recording("CXProvider")?.part(CallPart.self)
        self.part = part
        id = part?.newProviderID() ?? ProviderID(0)
        kept = configuration.duplicate()
        super.init()
        part?.add(self)
        part?.send(.createProvider(id, configuration.machineValue))
    }

    /// What the system shows and allows; copied in and out. Assigning it again is also how a lost audio session is
    /// found (C30).
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

    /// Sets who is told. Both are held weakly; without a queue the delegate is called on the main one (C23).
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

    /// Where the delegate is called.
    var delegateQueue: CallbackQueue { CallbackQueue(hasQueue ? queue : nil) }

    /// Reports that a call comes in. The completion is called on the delegate's queue if one was given, else on a
    /// serial queue that is not the main one (C23).
    open func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        part?.process.record("CXProvider")
        part?.report(UUID, update, on: self, completion: OwedAnswer(completion))
    }

    /// Reports that a call comes in.
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
                UUID, update, on: self, completion: OwedAnswer(give, abandonment: .some(CancellationError())))
        }
    }

    /// Reports what is new about a call. A UUID nobody knows is ignored.
    open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
        part?.process.record("CXProvider")
        guard let part else { return }
        let value = part.process.kernel.texts { update.update(texts: &$0) }
        part.send(.reportUpdated(SystemCallID(UUID), value))
    }

    /// Reports that a call is over. A UUID nobody knows is ignored.
    open func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        part?.process.record("CXProvider")
        let reason = CallEndedReason(rawValue: UInt8(endedReason.rawValue)) ?? .failed
        part?.send(.reportEnded(SystemCallID(UUID), reason))
    }

    /// Reports that the other side of an outgoing call is being reached.
    open func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) {
        part?.process.record("CXProvider")
        part?.send(.reportOutgoingStartedConnecting(SystemCallID(UUID)))
    }

    /// Reports that both can talk.
    open func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
        part?.process.record("CXProvider")
        part?.send(.reportOutgoingConnected(SystemCallID(UUID)))
    }

    /// Gives the provider up: its calls are over, and its delegate hears no more (C24).
    open func invalidate() {
        part?.process.record("CXProvider")
        part?.send(.invalidate(id))
    }

    /// Transactions with an action that waits for the app.
    open var pendingTransactions: [CXTransaction] {
        part?.process.record("CXProvider")
        return part?.pendingTransactions(of: id) ?? []
    }

    /// Actions of a kind on a call that wait for the app.
    open func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        part?.process.record("CXProvider")
        return (part?.pendingTransactions(of: id) ?? []).flatMap(\.actions).compactMap { $0 as? CXCallAction }
            .filter { $0.callUUID == callUUID && $0.isKind(of: callActionClass) }
    }

    /// Hands a push, decrypted by a notification service extension, to the app. Extensions are not modelled: the
    /// completion is told that the app may not.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        _ = ProcessHandle.recording("CXProvider")
        completion?(CXError(.unentitled))
    }
}

/// Why a call the app reports as ended is over. A reason "the user hung up" is not among them: that is an action.
///
/// Source: developer.apple.com/documentation/callkit/cxcallendedreason.
public enum CXCallEndedReason: Int, Sendable {
    /// An error.
    case failed = 1
    /// The other side hung up.
    case remoteEnded = 2
    /// It was never answered.
    case unanswered = 3
    /// Another device of the user answered.
    case answeredElsewhere = 4
    /// Another device of the user declined.
    case declinedElsewhere = 5
}

/// What the system shows and allows for an app's calls.
///
/// Source: developer.apple.com/documentation/callkit/cxproviderconfiguration.
open class CXProviderConfiguration: NSObject, NSCopying {
    /// The name shown; the app's display name.
    @available(iOS, introduced: 10.0, deprecated: 14.0, message: "the display name of the app is shown")
    open private(set) var localizedName: String?
    /// The ringtone's file in the bundle; nil is the system's.
    open var ringtoneSound: String?
    /// A square picture with an alpha mask, 40 points.
    open var iconTemplateImageData: Data?
    /// How many calls or groups there may be at once. Default 2 (C27).
    open var maximumCallGroups = 2
    /// How many calls a group may have. Default 5.
    open var maximumCallsPerCallGroup = 5
    /// Whether calls appear in Recents. Default true.
    open var includesCallsInRecents = true
    /// Whether calls may have video. Default false.
    open var supportsVideo = false
    /// Kinds of handle the app can call.
    open var supportedHandleTypes: Set<CXHandle.HandleType> = []

    /// The defaults.
    public override init() {}

    /// The defaults, with a name.
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
    /// What decides anything, for the machine.
    var machineValue: CallConfiguration {
        var value = CallConfiguration()
        value.groupsMax = maximumCallGroups
        value.callsPerGroupMax = maximumCallsPerCallGroup
        value.includesCallsInRecents = includesCallsInRecents
        value.supportsVideo = supportsVideo
        return value
    }
}
