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
