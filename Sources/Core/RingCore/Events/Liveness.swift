/// What a look at a leg shows.
public enum Liveness: String, Hashable, Sendable, Codable {
    /// It is there.
    case alive
    /// It is over, or the carrier never knew it.
    case over
    /// The carrier could not be asked.
    case unknown
}
