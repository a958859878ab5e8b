/// Digits on their way as RTP events, and who waits for the end of them.
struct PendingTones: Hashable, Sendable {
    let mediaID: UInt64
    let id: OperationID
}
