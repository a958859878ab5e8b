public import Foundation

/// Hears of every change of every call on the phone.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call began, changed or ended.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}
