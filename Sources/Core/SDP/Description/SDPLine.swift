/// A line of a description as it stands, so that what we do not understand survives in its place.
public enum SDPLine: Hashable, Sendable {
    /// `a=<name>` or `a=<name>:<value>`.
    case attribute(SDPAttribute)
    /// Any other line; `letter` is an ASCII letter.
    case other(letter: Character, value: String)

    /// The attribute, where the line is one.
    public var attribute: SDPAttribute? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }
}
