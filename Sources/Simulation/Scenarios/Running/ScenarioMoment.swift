/// Something at a time, and whose doing it was.
public struct ScenarioMoment: Hashable, Sendable {
    /// Whose doing.
    public enum Author: String, CaseIterable, Hashable, Sendable {
        /// The exchange and the people at the other end.
        case exchange
        case network
        /// The person who holds the phone.
        case person
        case fate
        /// What the phone shows, sounds and notes.
        case phone
        /// The app's own screens.
        case app
    }

    /// Since the beginning of the scenario.
    public let at: Duration
    public let author: Author
    public let words: String
}
