import ArgumentParser
import Foundation

/// Writes text for a person: colored on a terminal, plain in a pipe or when `NO_COLOR` is set.
package struct Terminal: Sendable {
    let isColored: Bool
    /// The width in columns to which lines are broken on a terminal; nil in a pipe, where lines are not broken.
    let lineMax: Int?

    init() {
        let refused = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isColored = isatty(STDOUT_FILENO) == 1 && !refused
        lineMax = isatty(STDOUT_FILENO) == 1 ? Terminal.width : nil
    }

    package init(isColored: Bool, lineMax: Int? = nil) {
        self.isColored = isColored
        self.lineMax = lineMax
    }

    /// Whether standard output is a terminal.
    var isWatched: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The terminal's width in columns; 80 if neither `COLUMNS` nor a terminal says.
    static var width: Int {
        let told = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
        if let told, told > 0 { return told }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    func paint(_ text: String, _ color: TerminalColor) -> String {
        isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes a line at once, so that a pipe shows progress as a terminal does.
    func print(_ line: String = "") {
        Terminal.write(line + "\n", to: .standardOutput)
    }

    /// Writes text without ending the line.
    func write(_ text: String) {
        Terminal.write(text, to: .standardOutput)
    }

    /// Writes a prompt to standard error without ending the line, so that standard output holds only results.
    func ask(_ text: String) {
        Terminal.write(text, to: .standardError)
    }

    /// Writes a line to standard error, so that standard output holds only results.
    func complain(_ line: String) {
        Terminal.write(line + "\n", to: .standardError)
    }

    /// Ends the program silently with a failure code when output cannot be written, because then no message could be
    /// written either.
    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            exit(EXIT_FAILURE)
        }
    }
}

/// The colors of the output, as terminal codes.
enum TerminalColor: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
}

/// Asks at the terminal for a secret, which is not shown while it is typed.
enum HiddenPrompt {
    /// The longest accepted answer, in bytes.
    private static let byteCountMax = 1_024
    private static let (interrupt, endOfFile, backspace, delete): (UInt8, UInt8, UInt8, UInt8) = (3, 4, 8, 127)

    /// Returns the typed line; nil without a terminal, or when the input ends before any text.
    ///
    /// - Throws: `ExitCode` 130 after Ctrl-C, as shells report for an interrupted program.
    static func read(_ question: String) throws -> String? {
        var before = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var hidden = before
        // Ctrl-C is read as a character too, because the terminal must be restored before the process ends.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        Terminal().ask(question)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            Terminal().ask("\n")
        }
        return try line()
    }

    private static func line() throws -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while Foundation.read(STDIN_FILENO, &byte, 1) == 1 {
            switch byte {
            case interrupt: throw ExitCode(130)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: bytes, as: UTF8.self)
            case endOfFile where bytes.isEmpty: return nil
            case backspace, delete: if !bytes.isEmpty { bytes.removeLast() }
            default: if bytes.count < byteCountMax { bytes.append(byte) }
            }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}

/// A line on standard error that shows the progress of long work; it stays hidden when standard error is no terminal.
struct ProgressBar {
    private static let width = 24
    private let name: String
    private let expected: Int?
    private let isShown = isatty(STDERR_FILENO) == 1

    /// - Parameter expected: the expected total; without it, only the count is shown.
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
