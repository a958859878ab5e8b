/// What is to be asked of the carrier about a credential.
public enum CarrierErrand: Hashable, Sendable {
    /// Make it. One that was asked for before may be there already, under our name: look first, or there are two.
    case issue(mayExist: Bool)
    /// Delete it. Without a handle it is looked for by our name first.
    case delete
    /// Say whether it still is there and works.
    case check
    /// Nothing: its time has come to be renewed or to go.
    case tellTime
}
