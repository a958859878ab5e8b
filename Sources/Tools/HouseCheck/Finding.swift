/// One thing the house rules object to, and where.
struct Finding: Sendable {
    var path: String
    /// Counted from 1; nil when the whole file is meant.
    var line: Int?
    var message: String

    var text: String {
        guard let line else { return "\(path): \(message)" }
        return "\(path):\(line): \(message)"
    }
}
