internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// A call of any app, as an observer sees it.
///
/// Source: developer.apple.com/documentation/callkit/cxcall.
open class CXCall: NSObject {
    /// The UUID of the call.
    public let uuid: UUID
    /// Whether this phone made the call.
    public let isOutgoing: Bool
    /// Whether the call is held.
    public let isOnHold: Bool
    /// Whether the call has been connected.
    public let hasConnected: Bool
    /// Whether the call has ended.
    public let hasEnded: Bool

    init(uuid: UUID, isOutgoing: Bool, isOnHold: Bool, hasConnected: Bool, hasEnded: Bool) {
        self.uuid = uuid
        self.isOutgoing = isOutgoing
        self.isOnHold = isOnHold
        self.hasConnected = hasConnected
        self.hasEnded = hasEnded
    }

    /// Whether the other object shows the same call in the same state.
    open func isEqual(to call: CXCall) -> Bool {
        uuid == call.uuid && isOutgoing == call.isOutgoing && isOnHold == call.isOnHold
            && hasConnected == call.hasConnected && hasEnded == call.hasEnded
    }
}

extension CXCall {
    convenience init(_ call: ObservedCall) {
        self.init(
            uuid: call.id.uuid, isOutgoing: call.isOutgoing, isOnHold: call.isOnHold, hasConnected: call.hasConnected,
            hasEnded: call.hasEnded)
    }
}

/// Observes every call on the phone, also those of other apps and of the telephone network.
///
/// Source: developer.apple.com/documentation/callkit/cxcallobserver.
open class CXCallObserver: NSObject {
    private let part: CallPart?
    private weak var delegate: (any CXCallObserverDelegate)?
    private weak var queue: DispatchQueue?

    /// Makes an observer.
    public override convenience init() {
        self.init(part: ProcessHandle.recording("CXCallObserver")?.part(CallPart.self))
    }

    init(part: CallPart?) {
        self.part = part
        super.init()
        part?.lock.withLock { part?.observers.append(WeakObserver(self)) }
    }

    /// The current calls.
    open var calls: [CXCall] {
        part?.process.record("CXCallObserver")
        guard let part, part.process.isAlive else { return [] }
        return part.process.kernel.look { $0.observedCalls }.map(CXCall.init)
    }

    /// Sets the delegate and its queue. Both are held weakly; without a queue the delegate is called on the main queue.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        part?.process.record("CXCallObserver")
        self.delegate = delegate
        self.queue = queue
        part?.send(.observeCalls(delegate != nil))
    }

    var delegateQueue: CallbackQueue { CallbackQueue(queue) }

    func notify(_ call: CXCall) { delegate?.callObserver(self, callChanged: call) }
}

/// Receives every change of every call on the phone.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call began, changed or ended.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// A weak reference to an observer, which only the app retains.
struct WeakObserver {
    weak var observer: CXCallObserver?

    init(_ observer: CXCallObserver) {
        self.observer = observer
    }
}
