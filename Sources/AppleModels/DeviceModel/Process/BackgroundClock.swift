/// What a process in the background waits for.
public enum BackgroundClock: Hashable, Sendable {
    /// Nothing: it is not in the background, or has a reason to run.
    case stopped
    /// Its suspension; it has nothing to do.
    case untilSuspension
    /// The end of its background tasks' time.
    case untilTasksExpire
    /// Its end: the tasks' time is over and they were not ended.
    case untilKilled
}
