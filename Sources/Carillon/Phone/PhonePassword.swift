import ArgumentParser
import Foundation
import Redaction

/// Where the password comes from. It is no argument: others can see those in the list of processes.
struct PhonePassword: ParsableArguments {
    static let variable = "CARILLON_PASSWORD"

    @Option(help: "A file whose first line is the password.")
    var passwordFile: String?

    /// - Throws: `ValidationError` when there is none, `WrongFile` when its file cannot be read or begins with none,
    ///   `ExitCode` when the person would rather not.
    func read() throws -> Redacted<String> {
        if let passwordFile {
            guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8) else {
                throw WrongFile("--password-file: \(passwordFile) cannot be read")
            }
            let line = text.prefix { !$0.isNewline }
            guard !line.isEmpty else { throw WrongFile("--password-file: the first line of \(passwordFile) is empty") }
            return Redacted(String(line))
        }
        if let given = ProcessInfo.processInfo.environment[Self.variable] { return Redacted(given) }
        guard let typed = try HiddenPrompt.read("Password: "), !typed.isEmpty else {
            throw ValidationError("no password: use --password-file or the variable \(Self.variable).")
        }
        return Redacted(typed)
    }
}
