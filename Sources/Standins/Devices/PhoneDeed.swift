/// What happens at a phone from outside.
public enum PhoneDeed: Hashable, Sendable {
    case goesOnline
    case goesOffline
    /// The app told the system of a call, for everything it was given so far.
    case reportsCall
    case arrival(SimulatedPhone.Arrival)
}
