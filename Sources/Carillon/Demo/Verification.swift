/// Something the demo promised, and whether it came true.
struct Verification: Sendable {
    var what: String
    var passed: Bool
    /// The figure or the state that was found.
    var found: String
}
