package import ArgumentParser

/// How a command ends that did not simply run to its end: what is said, and the one place that decides exit codes.
///
/// 0 for help and version; 64 (`EX_USAGE` of `sysexits.h`) when it was asked wrongly, with the usage of the verb that was
/// asked; 64 without usage when a file named on the command line is wrong; 1 for whatever failed while it ran.
package struct CommandEnding: Equatable {
    package let text: String
    package let code: Int32

    package var isGood: Bool { code == 0 }

    /// - Parameters:
    ///   - verb: the command that was running; the root, if none was yet.
    ///   - width: of the terminal, in columns.
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

    /// The words that lead to a verb: what its usage begins with, up to its first option or argument.
    private static func name(of verb: any ParsableCommand.Type) -> String {
        usage(of: verb).split(separator: " ").prefix { !"[<-".contains($0.prefix(1)) }.joined(separator: " ")
    }
}
