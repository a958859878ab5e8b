import Foundation

/// What a person reads: coloured on a terminal, plain in a pipe or when `NO_COLOR` is set.
package struct Terminal: Sendable {
    let isColoured: Bool
    /// What a line may take where a person reads it; nil in a pipe, where a line is a line.
    let lineMax: Int?

    init() {
        let refused = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isColoured = isatty(STDOUT_FILENO) == 1 && !refused
        lineMax = isatty(STDOUT_FILENO) == 1 ? Terminal.width : nil
    }

    package init(isColoured: Bool, lineMax: Int? = nil) {
        self.isColoured = isColoured
        self.lineMax = lineMax
    }

    /// Whether a person watches standard output as it comes.
    var isWatched: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Columns; 80 where neither `COLUMNS` nor a terminal says.
    static var width: Int {
        let told = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
        if let told, told > 0 { return told }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    func paint(_ text: String, _ colour: Colour) -> String {
        isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes a line at once, so that a pipe shows progress as a terminal does.
    func say(_ line: String = "") {
        Terminal.write(line + "\n", to: .standardOutput)
    }

    /// Writes as it is, without ending the line.
    func write(_ text: String) {
        Terminal.write(text, to: .standardOutput)
    }

    /// For a question, which is no part of what was asked for: standard error, without ending the line.
    func ask(_ text: String) {
        Terminal.write(text, to: .standardError)
    }

    /// For what went wrong: standard error, so that standard output stays what was asked for.
    func complain(_ line: String) {
        Terminal.write(line + "\n", to: .standardError)
    }

    /// Nobody can be told where nobody listens: output that cannot be written ends the program, quietly and as failed.
    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            exit(EXIT_FAILURE)
        }
    }
}
