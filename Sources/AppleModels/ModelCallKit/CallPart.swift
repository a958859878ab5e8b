internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// CallKit's part in a process: its providers, the answers they owe the app, and the observers of calls.
///
/// `@unchecked Sendable`: all mutable state is behind `lock`. Objects of the app, which are not Sendable, are used only
/// on the queue that the app has chosen for them.
final class CallPart: FrameworkState, @unchecked Sendable {
    typealias Completion = PendingCompletion<(any Error)?>

    let process: ProcessHandle
    let lock = NSLock()
    private var providersMade: UInt8 = 0
    private var providers: [WeakProvider] = []
    private var reports: [ReportID: (completion: Completion, queue: CallbackQueue)] = [:]
    var requests: [TransactionRequestID: TransactionRequest] = [:]
    var observers: [WeakObserver] = []
    /// The delivered actions that are not completed, in the order of delivery.
    private var pending: [(provider: ProviderID, id: ActionID, transaction: CXTransaction, action: CXAction)] = []

    init(process: ProcessHandle) {
        self.process = process
    }

    func send(_ request: CallRequest) { process.send(.calls(request)) }

    func newProviderID() -> ProviderID {
        lock.withLock {
            providersMade &+= 1
            return ProviderID(providersMade - 1)
        }
    }

    func add(_ provider: CXProvider) { lock.withLock { providers.append(WeakProvider(provider)) } }

    func provider(_ id: ProviderID) -> CXProvider? {
        lock.withLock { providers.lazy.compactMap(\.provider).first { $0.id == id } }
    }

    func report(_ call: UUID, _ update: CXCallUpdate, on provider: CXProvider, completion: Completion) {
        let id = ReportID(process.kernel.newName())
        let queue = provider.delegateQueue
        lock.withLock { reports[id] = (completion, queue) }
        let value = process.kernel.texts { update.update(texts: &$0) }
        send(
            .reportIncoming(
                IncomingReport(
                    id: id, provider: provider.id, call: SystemCallID(call), update: value,
                    isOnDeliveryQueue: process.isOnPushQueue)))
    }

    func pendingTransactions(of provider: ProviderID) -> [CXTransaction] {
        lock.withLock {
            pending.removeAll { $0.action.isComplete }
            var found: [CXTransaction] = []
            for entry in pending where entry.provider == provider {
                if !found.contains(where: { $0 === entry.transaction }) { found.append(entry.transaction) }
            }
            return found
        }
    }

    func keep(_ action: CXAction, _ id: ActionID, in transaction: CXTransaction, of provider: ProviderID) {
        lock.withLock {
            pending.removeAll { $0.action.isComplete || $0.id == id }
            pending.append((provider, id, transaction, action))
        }
    }

    func removePending(_ id: ActionID) -> CXAction? {
        lock.withLock {
            guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
            return pending.remove(at: index).action
        }
    }

    /// Withdraws all actions, as the provider was reset.
    func withdrawAll() {
        let waiting = lock.withLock {
            defer { pending = [] }
            return pending.map(\.action)
        }
        for action in waiting { action.withdraw() }
    }

    func end() {
        withdrawAll()
        let owed = lock.withLock {
            defer {
                reports = [:]
                requests = [:]
            }
            return reports.values.map(\.completion) + requests.values.compactMap(\.completion)
        }
        for completion in owed { completion.abandon() }
    }

    func removeReport(_ id: ReportID) -> (completion: Completion, queue: CallbackQueue)? {
        lock.withLock { reports.removeValue(forKey: id) }
    }
}

/// A weak reference to a provider, which only the app retains.
struct WeakProvider {
    weak var provider: CXProvider?

    init(_ provider: CXProvider) {
        self.provider = provider
    }
}
