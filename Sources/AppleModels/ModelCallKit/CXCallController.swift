internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// Asks the system to do something to calls, on the user's behalf.
///
/// Source: developer.apple.com/documentation/callkit/cxcallcontroller.
open class CXCallController: NSObject {
    private let part: CallPart?
    private let queue: CallbackQueue

    /// Watches the calls there are.
    public let callObserver: CXCallObserver

    /// A controller whose completions come on a serial queue that is not the main one (C46).
    public override init() {
        part = ProcessHandle.recording("CXCallController")?.part(CallPart.self)
        queue = .frameworkOwn
        callObserver = CXCallObserver(part: part)
    }

    /// A controller whose completions come on a queue.
    public init(queue: DispatchQueue) {
        part = ProcessHandle.recording("CXCallController")?.part(CallPart.self)
        self.queue = CallbackQueue(queue)
        callObserver = CXCallObserver(part: part)
    }

    /// Asks for a transaction. The completion tells whether it is accepted, not whether it is done (C46).
    open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        part?.process.record("CXCallController")
        ask(transaction.actions, completion)
    }

    /// Asks for a transaction.
    open nonisolated(nonsending) func request(_ transaction: CXTransaction) async throws {
        part?.process.record("CXCallController")
        try await ask(transaction.actions)
    }

    /// Asks for a transaction of actions.
    open func requestTransaction(
        with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        part?.process.record("CXCallController")
        ask(actions, completion)
    }

    /// Asks for a transaction of one action.
    open func requestTransaction(with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        part?.process.record("CXCallController")
        ask([action], completion)
    }

    /// Asks for a transaction of actions.
    open nonisolated(nonsending) func requestTransaction(with actions: [CXAction]) async throws {
        part?.process.record("CXCallController")
        try await ask(actions)
    }

    /// Asks for a transaction of one action.
    open nonisolated(nonsending) func requestTransaction(with action: CXAction) async throws {
        part?.process.record("CXCallController")
        try await ask([action])
    }

    private func ask(_ actions: [CXAction], _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        part?.request(actions, completingOn: queue, OwedAnswer(completion))
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
                actions, completingOn: queue, OwedAnswer(give, abandonment: .some(CancellationError())))
        }
    }
}

extension CallPart {
    fileprivate func request(
        _ actions: [CXAction], completingOn queue: CallbackQueue, _ completion: Completion
    ) {
        let id = RequestID(process.kernel.newName())
        lock.withLock {
            requests[id] = TransactionRequest(actions: actions, completion: completion, queue: queue)
        }
        let wanted = process.kernel.texts { texts in actions.compactMap { $0.requested(texts: &texts) } }
        send(.request(id, wanted))
    }
}

/// Actions that are asked for or performed together.
///
/// Source: developer.apple.com/documentation/callkit/cxtransaction.
open class CXTransaction: NSObject {
    /// The transaction's name.
    public let uuid = UUID()
    /// The actions, in the order they were added.
    open private(set) var actions: [CXAction]

    /// Whether every action is complete.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// No action yet.
    public override init() { actions = [] }

    /// One action.
    public init(action: CXAction) { actions = [action] }

    /// Several actions.
    public init(actions: [CXAction]) { self.actions = actions }

    /// One more action.
    open func addAction(_ action: CXAction) { actions.append(action) }
}

/// A transaction a call controller asked for, until every action of it was handed over.
struct TransactionRequest {
    /// What the app made, in its order; what is handed over bears the same UUIDs.
    let actions: [CXAction]
    /// Told whether the transaction was accepted; nil once told.
    var completion: CallPart.Completion?
    let queue: CallbackQueue
    /// How many actions of it were handed over.
    var handedOver = 0
}
