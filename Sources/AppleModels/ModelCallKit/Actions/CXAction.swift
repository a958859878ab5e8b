internal import DeviceRuntime
public import Foundation

/// Something to be done to a call, by the user's or the app's wish. Each is completed exactly once (C40).
///
/// What the delegate is handed is its own copy with the same `uuid`: completing one that no provider holds does nothing.
///
/// Source: developer.apple.com/documentation/callkit/cxaction.
open class CXAction: NSObject {
    /// The action's name.
    public let uuid: UUID
    /// When it times out; set when the action is made (C43).
    public let timeoutDate: Date
    /// Whether it was fulfilled or failed.
    open private(set) var isComplete = false

    private(set) var delivered: DeliveredAction?

    /// An action of the app's own.
    public override init() {
        uuid = UUID()
        timeoutDate = DeliveredAction.timeoutDateOfNewAction(of: Self.self)
        delivered = nil
    }

    init(delivered: DeliveredAction) {
        uuid = delivered.uuid
        timeoutDate = delivered.timeoutDate
        self.delivered = delivered
    }

    /// It is done.
    open func fulfill() {
        delivered?.process.record("CXAction")
        complete(.fulfilled)
    }

    /// It cannot be done.
    open func fail() {
        delivered?.process.record("CXAction")
        complete(.failed)
    }

    /// The system waits for it no more: it has timed out, or its provider was reset. What it is told now means nothing.
    func withdraw() { delivered = nil }

    /// Tells the system once; later calls, and calls on an action no provider holds, do nothing.
    func complete(_ outcome: DeliveredAction.Outcome) {
        guard !isComplete, let delivered else { return }
        isComplete = true
        delivered.complete(outcome)
    }
}
