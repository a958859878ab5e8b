/// An order a line did not carry out.
public enum LineFailure: String, CaseIterable, Hashable, Sendable {
    /// The call was not placed. There is no line, and nothing more comes of it.
    case dial
    case answer
    case hold
    case resume
    case digits
}
