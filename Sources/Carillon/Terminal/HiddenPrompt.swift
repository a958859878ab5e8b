import ArgumentParser
import Foundation

/// Asks a person at the terminal for what nobody is to read over a shoulder.
enum HiddenPrompt {
    /// The longest answer that is taken.
    private static let byteCountMax = 1_024
    private static let (interrupt, endOfFile, backspace, delete): (UInt8, UInt8, UInt8, UInt8) = (3, 4, 8, 127)

    /// What was typed, up to the end of the line; nil where no terminal is, or nothing was typed before its end.
    ///
    /// - Throws: `ExitCode` 130 after Ctrl-C, as a shell says it of a program that was interrupted.
    static func read(_ question: String) throws -> String? {
        var before = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var hidden = before
        // Ctrl-C is read as a sign too: the terminal must be put back before anything ends.
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
