/// What came of a push in the background.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// Something new.
    case newData = 0
    /// Nothing.
    case noData = 1
    /// An error.
    case failed = 2
}
