import Foundation

/// One line on standard error that says how far long work has come; nothing where standard error is no terminal.
struct ProgressBar {
    private static let width = 24
    private let name: String
    private let expected: Int?
    private let isShown = isatty(STDERR_FILENO) == 1

    /// - Parameter expected: how much there will be; without it only the count is shown.
    init(name: String, expected: Int?) {
        self.name = name
        self.expected = expected
    }

    mutating func show(_ done: Int, unit: String) {
        guard isShown else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(name)  \(bar(done))\(done) \(unit)".utf8))
    }

    mutating func clear() {
        guard isShown else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }

    private func bar(_ done: Int) -> String {
        guard let expected, expected > 0 else { return "" }
        let filled = min(Self.width, Self.width * done / expected)
        return String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled) + " "
    }
}
