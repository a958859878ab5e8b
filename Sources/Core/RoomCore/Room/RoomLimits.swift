/// How much and how long, with the reason of each.
public enum RoomLimits {
    /// How often a device says that it is still there: a lease outlives two that are lost (judgement).
    public static let heartbeat: Duration = .seconds(15)
    /// How long a device counts as present after it was last heard of.
    /// Source: ruling on participant leases (judgement).
    public static let lease: Duration = .seconds(45)
    /// A room open for longer than half a day was forgotten by a client that goes on saying that it is there.
    public static let roomTimeMax: Duration = .seconds(43_200)
    /// The most people of one room: more is a broadcast.
    public static let membersMax = 100
    /// The most devices one room remembers, present or not: each member's phone, tablet and browser, and some.
    public static let devicesMax = 400
    /// Calls that are over and still told of one by one to a user who listens again; of more, the whole list is sent.
    public static let endedCallsMax = 32
}
