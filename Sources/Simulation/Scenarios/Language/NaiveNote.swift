/// What a phone written without this knowledge does instead.
public struct NaiveNote: Hashable, Sendable {
    /// The mistakes it makes.
    public var faults: [String]
    /// Words that stand among the promises it breaks.
    public var shows: [String]

    /// Describes it.
    public init(faults: [String], shows: [String]) {
        self.faults = faults
        self.shows = shows
    }
}
