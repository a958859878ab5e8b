/// Where the newest provider token of a key outlives the process: Apple refuses a team that makes another within 20
/// minutes, however often its server is started, and takes no push of it meanwhile.
///
/// A token is a secret for an hour. Isolation: any task.
public protocol ProviderTokenShelf: Sendable {
    /// - Returns: nil when there is none, or none that can be read.
    func token(ofKey key: String, team: String) async -> ProviderToken?
    func keep(_ token: ProviderToken, ofKey key: String, team: String) async
}
