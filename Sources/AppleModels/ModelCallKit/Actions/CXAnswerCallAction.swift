internal import DeviceRuntime
public import Foundation

/// Answer a call. Kept pending until both can talk, while the system shows "connecting" (C41).
open class CXAnswerCallAction: CXCallAction {
    /// Both could talk from a time on.
    open func fulfill(withDateConnected dateConnected: Date) {
        delivered?.process.record("CXAnswerCallAction")
        complete(.fulfilled)
    }
}
