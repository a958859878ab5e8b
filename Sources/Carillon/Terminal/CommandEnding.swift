package import ArgumentParser

/// How a command ends with an error or a help text: the message to print and the exit code. Only this type decides exit
/// codes.
///
/// The code is 0 for help and version; 64 (`EX_USAGE` of `sysexits.h`) when the command line is wrong, with the
/// subcommand's usage; 64 without usage when a file named on the command line is wrong; and 1 for any failure while the
/// command ran.
package struct CommandEnding: Equatable {
    package let text: String
    package let code: Int32

    package var isGood: Bool { code == 0 }

    /// - Parameters:
    ///   - verb: the subcommand that was running, or the root command.
    ///   - width: the terminal's width in columns.
    package init(_ error: any Error, of verb: any ParsableCommand.Type, width: Int) {
        switch error {
        case let error as ValidationError:
            let name = Self.name(of: verb)
            self.init(
                text: "Error: \(error.message)\n" + UsageText.wrapped("Usage: \(Self.usage(of: verb))", to: width)
                    + "\n  See '\(name) --help' for more information.",
                code: ExitCode.validationFailure.rawValue)
        case let error as WrongFile:
            self.init(text: "Error: \(error.description)", code: ExitCode.validationFailure.rawValue)
        default:
            let text = verb.fullMessage(for: error, columns: width)
            self.init(text: UsageText.wrapped(text, to: width), code: verb.exitCode(for: error).rawValue)
        }
    }

    private init(text: String, code: Int32) {
        self.text = text
        self.code = code
    }

    private static func usage(of verb: any ParsableCommand.Type) -> String {
        Carillon.usageString(for: verb)
    }

    /// The subcommand's full name: the beginning of its usage, up to the first option or argument.
    private static func name(of verb: any ParsableCommand.Type) -> String {
        usage(of: verb).split(separator: " ").prefix { !"[<-".contains($0.prefix(1)) }.joined(separator: " ")
    }
}

/// Wraps lines of usage, which the argument parser does not break.
package enum UsageText {
    private static let headings = ["USAGE: ", "Usage: "]

    /// Breaks each line of usage at `width` columns, between options and never within one. Continuation lines are
    /// indented to the first word. Other lines stay unchanged.
    package static func wrapped(_ text: String, to width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let heading = headings.first(where: line.hasPrefix) else { return String(line) }
            return broken(String(line), indent: heading.count, width: width)
        }.joined(separator: "\n")
    }

    private static func broken(_ line: String, indent: Int, width: Int) -> String {
        var lines: [String] = []
        var current = ""
        for piece in pieces(of: line) {
            if !current.isEmpty, current.count + 1 + piece.count > width {
                lines.append(current)
                current = String(repeating: " ", count: indent) + piece
            } else {
                current += current.isEmpty ? piece : " " + piece
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }

    /// The words of a line; a bracketed group counts as one word.
    private static func pieces(of line: String) -> [String] {
        var pieces = [""]
        var depth = 0
        for character in line {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if character == " ", depth == 0 {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces
    }
}

/// A file named on the command line that cannot be used. This is a usage error, but the usage text would not explain
/// it.
package struct WrongFile: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
