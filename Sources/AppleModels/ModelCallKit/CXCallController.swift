internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// Requests actions on calls from the system, on the user's behalf.
///
/// Source: developer.apple.com/documentation/callkit/cxcallcontroller.
open class CXCallController: NSObject {
    private let part: CallPart?
    private let queue: CallbackQueue

    /// An observer of all calls.
    public let callObserver: CXCallObserver

    /// Makes a controller whose completions are called on a serial queue that is not the main queue (C46).
    public override init() {
        part = ProcessHandle.recording("CXCallController")?.part(CallPart.self)
        queue = .frameworkOwn
        callObserver = CXCallObserver(part: part)
    }

    /// Makes a controller whose completions are called on the given queue.
    public init(queue: DispatchQueue) {
        part = ProcessHandle.recording("CXCallController")?.part(CallPart.self)
        self.queue = CallbackQueue(queue)
        callObserver = CXCallObserver(part: part)
    }

    /// Requests a transaction. The completion tells whether it was accepted, not whether it was performed (C46).
    open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        part?.process.record("CXCallController")
        ask(transaction.actions, completion)
    }

    /// Requests a transaction.
    open nonisolated(nonsending) func request(_ transaction: CXTransaction) async throws {
        part?.process.record("CXCallController")
        try await ask(transaction.actions)
    }

    /// Requests a transaction of actions.
    open func requestTransaction(
        with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        part?.process.record("CXCallController")
        ask(actions, completion)
    }

    /// Requests a transaction of one action.
    open func requestTransaction(with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        part?.process.record("CXCallController")
        ask([action], completion)
    }

    /// Requests a transaction of actions.
    open nonisolated(nonsending) func requestTransaction(with actions: [CXAction]) async throws {
        part?.process.record("CXCallController")
        try await ask(actions)
    }

    /// Requests a transaction of one action.
    open nonisolated(nonsending) func requestTransaction(with action: CXAction) async throws {
        part?.process.record("CXCallController")
        try await ask([action])
    }

    private func ask(_ actions: [CXAction], _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        part?.request(actions, completingOn: queue, PendingCompletion(completion))
    }

    private nonisolated(nonsending) func ask(_ actions: [CXAction]) async throws {
        try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
            guard let part else {
                answer.resume(throwing: CXErrorCodeRequestTransactionError(.unknownCallProvider))
                return
            }
            let give: @Sendable ((any Error)?) -> Void = { error in
                if let error { answer.resume(throwing: error) } else { answer.resume() }
            }
            part.request(
                actions, completingOn: queue, PendingCompletion(give, abandonment: .some(CancellationError())))
        }
    }
}

extension CallPart {
    fileprivate func request(
        _ actions: [CXAction], completingOn queue: CallbackQueue, _ completion: Completion
    ) {
        let id = TransactionRequestID(process.kernel.newName())
        lock.withLock {
            requests[id] = TransactionRequest(actions: actions, completion: completion, queue: queue)
        }
        let wanted = process.kernel.texts { texts in actions.compactMap { $0.requested(texts: &texts) } }
        send(.request(id, wanted))
    }
}

/// Actions that are requested and performed together.
///
/// Source: developer.apple.com/documentation/callkit/cxtransaction.
open class CXTransaction: NSObject {
    /// The transaction's identifier.
    public let uuid = UUID()
    /// The actions, in the order they were added.
    open private(set) var actions: [CXAction]

    /// Whether every action is complete.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// Makes a transaction without actions.
    public override init() { actions = [] }

    /// Makes a transaction of one action.
    public init(action: CXAction) { actions = [action] }

    /// Makes a transaction of several actions.
    public init(actions: [CXAction]) { self.actions = actions }

    /// Adds an action.
    open func addAction(_ action: CXAction) { actions.append(action) }
}

/// A transaction that a call controller requested, until all its actions were delivered.
struct TransactionRequest {
    /// The app's actions in their order. The delivered copies have the same UUIDs.
    let actions: [CXAction]
    /// The completion that tells whether the transaction was accepted; nil once it was called.
    var completion: CallPart.Completion?
    let queue: CallbackQueue
    /// The number of actions that were delivered.
    var handedOver = 0
}
