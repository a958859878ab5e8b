internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// Watches every call on the phone, also those of other apps and of the telephone network.
///
/// Source: developer.apple.com/documentation/callkit/cxcallobserver.
open class CXCallObserver: NSObject {
    private let part: CallPart?
    private weak var delegate: (any CXCallObserverDelegate)?
    private weak var queue: DispatchQueue?

    /// An observer.
    public override convenience init() {
        self.init(part: ProcessHandle.recording("CXCallObserver")?.part(CallPart.self))
    }

    init(part: CallPart?) {
        self.part = part
        super.init()
        part?.lock.withLock { part?.observers.append(WeakObserver(self)) }
    }

    /// The calls there are.
    open var calls: [CXCall] {
        part?.process.record("CXCallObserver")
        guard let part, part.process.isAlive else { return [] }
        return part.process.kernel.look { $0.observedCalls }.map(CXCall.init)
    }

    /// Sets who is told. Both are held weakly; without a queue the delegate is called on the main one.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        part?.process.record("CXCallObserver")
        self.delegate = delegate
        self.queue = queue
        part?.send(.observeCalls(delegate != nil))
    }

    var delegateQueue: CallbackQueue { CallbackQueue(queue) }

    func tell(_ call: CXCall) { delegate?.callObserver(self, callChanged: call) }
}
