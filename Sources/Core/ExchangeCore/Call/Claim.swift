internal import Redaction

/// A call that one device has answered.
struct Claim: Hashable, Sendable {
    /// Where the answer is on its way to the caller.
    enum Delivery: Hashable, Sendable {
        /// The winner's candidates are awaited, for a caller that needs them all at once.
        /// Leaves to: `delivered` (all there, or time), `awaitingCaller` (the caller is gone).
        case gathering(deadline: Duration)
        /// The caller has no connection. At most the resume time.
        /// Leaves to: `delivered` or `gathering` (it came back).
        case awaitingCaller
        /// The caller has been told.
        case delivered
    }

    /// The leg that answered.
    let winner: Int
    /// Which claim of the call this is, from 1.
    let epoch: UInt32
    /// The answering app's headers, for the caller.
    let headers: [CustomHeader]
    var delivery: Delivery = .awaitingCaller
}
