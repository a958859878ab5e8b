/// Where the latest time that an exchange has seen is kept: what deletes by age does not trust a calendar far past it.
///
/// A store keeps every rule of `RecordingStoreBehaviour` of the tests, whatever is behind it. Microseconds since 1970. Isolation:
/// any thread; every call blocks until it is done.
public protocol LatestTimeStore: Sendable {
    /// nil: none was seen, and nothing is stored that has a time.
    func latestTime() throws(StorageError) -> Int64?

    /// Without effect where a later one was seen.
    func keepLatestTime(_ time: Int64) throws(StorageError)

    /// Also where a later one was seen: an operator says that it was wrong.
    func setLatestTime(_ time: Int64) throws(StorageError)
}
