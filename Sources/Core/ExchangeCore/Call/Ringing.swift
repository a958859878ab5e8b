/// A call that nobody has answered.
struct Ringing: Hashable, Sendable {
    /// When it has rung for long enough.
    var deadline: Duration
    /// Until when the caller may come back, while it is gone.
    var callerGrace: Duration?
    /// Until when the caller's candidates are awaited for devices that need them all at once.
    var offerGathering: Duration?

    init(deadline: Duration) {
        self.deadline = deadline
    }
}
