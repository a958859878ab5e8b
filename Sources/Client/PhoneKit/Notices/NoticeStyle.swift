/// What a notice says.
nonisolated enum NoticeStyle: String, CaseIterable {
    case missed
    /// Turned away while in other calls.
    case busy
    case dropped
    case unlockNeeded

    /// The category it is filed under, which decides its buttons.
    var category: String { "call.\(rawValue)" }
}
