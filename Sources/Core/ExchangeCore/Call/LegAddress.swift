internal import CallModel

/// Where a leg is kept.
struct LegAddress: Hashable, Comparable, Sendable {
    let session: CallSessionID
    /// 0 is the caller.
    let index: Int

    static func < (left: LegAddress, right: LegAddress) -> Bool {
        (left.session, left.index) < (right.session, right.index)
    }
}
