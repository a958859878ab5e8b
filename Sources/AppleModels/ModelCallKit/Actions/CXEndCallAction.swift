internal import DeviceRuntime
public import Foundation

/// End a call. Not always the user's wish: the system ends calls by the same action (C32).
open class CXEndCallAction: CXCallAction {
    /// The call was over at a time.
    open func fulfill(withDateEnded dateEnded: Date) {
        delivered?.process.record("CXEndCallAction")
        complete(.fulfilled)
    }
}
