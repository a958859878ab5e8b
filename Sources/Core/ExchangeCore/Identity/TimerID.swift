/// Names one running timer: whose it is and when it is due.
///
/// The deadline is part of the name, so a firing that crossed its own cancellation can be told from its successor.
public struct TimerID: Hashable, Sendable {
    /// What the timer bounds.
    public let owner: TimerOwner
    /// When it is due, since the shell's origin.
    public let deadline: Duration

    /// Names a timer.
    public init(_ owner: TimerOwner, deadline: Duration) {
        self.owner = owner
        self.deadline = deadline
    }
}
