import ArgumentParser
import Carillon
import Redaction
import Testing

/// Users of the command line, whose passwords others cannot see in the list of processes.
@Suite struct CommandLineUsersTests {
    @Test func `L: a password given as an argument is refused`() throws {
        #expect(throws: (any Error).self) { try CommandLineUsers.parse(["--user", "alice:secret1"]) }
        #expect(throws: (any Error).self) { try ServeCommand.parse(["--user", "alice:secret1"]) }
        #expect(throws: (any Error).self) {
            try PhoneCommand.parse(["--server", "ws://host", "--login", "alice", "--password", "secret1"])
        }
    }

    @Test func `users of the command line have the variable's password, and else each is asked for`() throws {
        let users = try CommandLineUsers.parse(["--user", "alice", "--user", "bob"])
        #expect(
            try users.named("of-all", asking: { _ in nil }) == [
                CommandLineUser(name: "alice", password: "of-all"), CommandLineUser(name: "bob", password: "of-all"),
            ])
        #expect(
            try users.named(nil, asking: { "of-\($0)" }) == [
                CommandLineUser(name: "alice", password: "of-alice"), CommandLineUser(name: "bob", password: "of-bob"),
            ])
        #expect(throws: ValidationError.self) { try users.named(nil, asking: { _ in nil }) }
        #expect(throws: ValidationError.self) { try users.named("", asking: { _ in nil }) }
    }

    @Test func `a file of users has a line for each`() throws {
        #expect(
            try CommandLineUsers.lines("alice:se:cret\n\nbob:other\r\n", of: "users") == [
                CommandLineUser(name: "alice", password: "se:cret"), CommandLineUser(name: "bob", password: "other"),
            ])
        for text in ["alice", "alice:a\n:b", "alice:"] {
            let fault = #expect(throws: (any Error).self) { try CommandLineUsers.lines(text, of: "users") }
            #expect("\(fault.map { "\($0)" } ?? "")".contains("of users is not name:password"))
        }
    }
}
