/// Why a device left, or a member does not come.
public enum RoomLeaving: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its person left.
    case userLeft
    /// A member declined.
    case rejected
    /// A member did not answer in time.
    case timedOut
    /// Its connection to the room was lost, and it says so itself.
    case networkError
    /// Something broke.
    case serverError
    /// Nothing was heard of it for as long as a lease lasts. Only the exchange says this.
    case lost
}
