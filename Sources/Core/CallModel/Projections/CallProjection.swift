/// The name one platform has for a state of a call, and which of its names may follow which.
///
/// Every step of ``CallState`` shows as a step of the platform's own table, or as no step at all.
public protocol CallProjection: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What the platform is called in documents and vectors.
    static var platform: String { get }

    /// The steps the platform's documents know, from a name to all that may follow it.
    static var documented: [LegalSteps<Self>] { get }

    /// The steps those documents forgot, each with the reason why it is one.
    static var closures: [LegalSteps<Self>] { get }

    /// The names a call may first be shown by, where the platform shows none before it begins; else empty.
    static var entries: [Self] { get }

    /// The platform's name; `nil` when the platform shows no call at all.
    init?(of state: CallState)
}

extension CallProjection {
    /// Whether the platform allows this step; to show no call any more is never allowed, a call ends by name.
    public static func allows(from old: Self?, to new: Self?) -> Bool {
        guard let new else { return old == nil }
        guard let old else { return entries.contains(new) }
        func knows(_ steps: LegalSteps<Self>) -> Bool { steps.from == old && steps.to.contains(new) }
        return old == new || documented.contains(where: knows) || closures.contains(where: knows)
    }

    public static var entries: [Self] { [] }
}
