/// What can happen in a scenario, by who does it.
public enum Deed: Hashable, Sendable {
    /// The exchange, the push services and the people at the other end.
    case exchange(ExchangeDeed)
    /// The network between them.
    case network(NetworkDeed)
    /// The person who holds the phone.
    case person(PersonDeed)
    /// What nobody chose.
    case fate(FateDeed)
}
