/// What a call to somebody who is in another call does.
public enum BusyPolicy: String, Hashable, Sendable, Codable {
    /// It rings too; the devices show a waiting call. Nothing is ever answered by itself.
    case callWaiting
    /// The devices of that person are left alone.
    case skip
}
