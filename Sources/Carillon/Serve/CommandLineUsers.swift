import Accounts
import ArgumentParser
import ExchangeServer
import Foundation
package import Redaction

/// Users named on the command line. Their passwords are never arguments, because other users can see those in the list
/// of processes.
package struct CommandLineUsers: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A user; repeat for more. The password comes from the variable CARILLON_PASSWORD or a prompt.",
            valueName: "name"))
    var user: [String] = []

    @Option(help: ArgumentHelp("A file of users, one name:password a line; - reads standard input.", valueName: "file"))
    var usersFile: String?

    package init() {}

    package func validate() throws {
        guard !user.contains(where: { $0.contains(":") }) else {
            throw ValidationError(
                """
                --user takes a name alone, as others can see the command line. The password comes from the variable \
                \(PhonePassword.variable), from --users-file or from a prompt
                """)
        }
        guard !user.contains("") else { throw ValidationError("--user takes a name") }
    }

    /// Reads the users, and prompts for passwords that are not given otherwise.
    ///
    /// - Throws: `ValidationError` when a password is missing, `WrongFile` when the file cannot be read or has a
    ///   malformed line, `ExitCode` when the user interrupts the prompt.
    func read() throws -> [CommandLineUser] {
        let given = ProcessInfo.processInfo.environment[PhonePassword.variable].map { Redacted($0) }
        return try named(given) { try HiddenPrompt.read("Password of \($0): ") } + (try usersFile.map(Self.read) ?? [])
    }

    /// - Parameter ask: prompts for a user's password; returns nil without a terminal.
    package func named(_ given: Redacted<String>?, asking ask: (String) throws -> String?) throws -> [CommandLineUser] {
        try user.map { name in
            guard let password = try given ?? ask(name).map({ Redacted($0) }), !password.revealed.isEmpty else {
                throw ValidationError(
                    "no password for \(name): set the variable \(PhonePassword.variable) or give --users-file")
            }
            return CommandLineUser(name: name, password: password)
        }
    }

    private static func read(_ path: String) throws -> [CommandLineUser] {
        let data = path == "-" ? try FileHandle.standardInput.readToEnd() : FileManager.default.contents(atPath: path)
        guard let text = data.flatMap({ String(bytes: $0, encoding: .utf8) }) else {
            throw WrongFile("--users-file: \(path) cannot be read")
        }
        return try lines(text, of: path)
    }

    /// Reads users from the lines of a file and skips empty lines.
    package static func lines(_ text: String, of path: String) throws -> [CommandLineUser] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        return try lines.filter { !$1.isEmpty }.map { index, line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw WrongFile("--users-file: line \(index + 1) of \(path) is not name:password")
            }
            return CommandLineUser(name: String(parts[0]), password: Redacted(String(parts[1])))
        }
    }
}

/// A user named on the command line.
package struct CommandLineUser: Hashable, Sendable {
    package let name: String
    package let password: Redacted<String>

    package init(name: String, password: Redacted<String>) {
        self.name = name
        self.password = password
    }

    /// - Throws: `WrongFile` when the name is invalid or the password breaks `rule`.
    func entry(_ rule: PasswordRule) throws -> UserEntry {
        do throws(NameError) {
            _ = try UserName(name)
        } catch {
            throw WrongFile("the name of a user of the command line \(error)")
        }
        do throws(PasswordRule.Fault) {
            try rule.check(password, of: name)
        } catch {
            throw WrongFile("user \(name) of the command line: the password \(error)")
        }
        return UserEntry(name: name, password: PasswordHash(unstored: password, of: name))
    }
}
