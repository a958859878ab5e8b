/// What the system knows of a call.
struct ReportRegion: Hashable, Sendable {
    /// Reports whose completion has not come.
    var outstanding: UInt8 = 0
    /// Whether the system has the call, as far as it has said.
    var isKnown = false

    /// A report was made. The count stays where it is at its end; the deadline of the report settles such a call.
    mutating func made() {
        outstanding = outstanding == .max ? .max : outstanding + 1
    }

    /// A completion came.
    mutating func completed() {
        outstanding = outstanding == 0 ? 0 : outstanding - 1
    }
}
