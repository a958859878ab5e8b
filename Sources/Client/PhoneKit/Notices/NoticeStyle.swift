/// What a notice says.
enum NoticeStyle: String, CaseIterable {
    case missed
    case dropped
    case unlockNeeded

    /// The category it is filed under, which decides its buttons.
    var category: String { "call.\(rawValue)" }
}
