public import CallModel

/// One change of one call, as it is stored.
public struct JournalRecord: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// The version of the call that the change made: 1 for the first, then strictly growing.
    public let version: UInt64
    /// When, since the shell's origin.
    public let time: Duration
    /// What changed.
    public let change: JournalChange

    /// Makes a record.
    public init(session: CallSessionID, version: UInt64, time: Duration, change: JournalChange) {
        self.session = session
        self.version = version
        self.time = time
        self.change = change
    }

    /// Whether nothing that follows may be performed before the record is stored: true of a claim, which must not be
    /// decided a second time by an exchange that was restarted. Of the other records only replies wait.
    public var isBarrier: Bool {
        if case .claimed = change { true } else { false }
    }
}
