import ArgumentParser
import Carillon
import ExchangeServer
import Redaction
import Testing

@Suite(.timeLimit(.minutes(5))) struct CommandEndingTests {
    /// What a person is told who types this, without running anything that is right.
    private func ending(_ words: [String], width: Int = 80) throws -> CommandEnding? {
        do {
            var command = try Carillon.parseAsRoot(words)
            // Help is a verb of the parser's own.
            if !(command is any AsyncParsableCommand) { try command.run() }
            return nil
        } catch {
            return CommandEnding(error, of: Carillon.self, width: width)
        }
    }

    @Test(arguments: [
        (["explore", "nothing of that name"], "carillon explore"),
        (["explore", "--states", "0"], "carillon explore"),
        (["explore", "--depth", "deep"], "carillon explore"),
        (["explore", "--all", "exchange"], "carillon explore"),
        (["serve", "--user", ""], "carillon serve"),
        (["serve", "--user", "alice:seecret1"], "carillon serve"),
        (["serve", "--user", "alice", "--machine-made"], "carillon serve"),
        (["phone", "--server", "ws://host", "--login", "alice", "--password", "seecret1"], "carillon phone"),
        (["serve", "--port", "70000"], "carillon serve"),
        (["bench", "--only", "nothing"], "carillon bench"),
        (["bench", "--only", "verto", "--only", "nothing"], "carillon bench"),
        (["phone", "--server", "ws://host", "--login", "alice", "--local-address", "300.1.1.1"], "carillon phone"),
        (["demo", "--loud"], "carillon demo"),
        (["phone", "--server", "http://host", "--login", "alice"], "carillon phone"),
        (["phone", "--server", "ws://host", "--login", "alice", "--hang-up-after=-1"], "carillon phone"),
        (["phone", "--server", "ws://host", "--login", "alice", "--header", "nameless"], "carillon phone"),
        (["phone", "--server", "ws://host"], "carillon phone"),
        (["sing"], "carillon"),
    ])
    func `a usage error ends with 64 and shows the usage of the verb`(
        words: [String], verb: String
    ) throws {
        let ending = try #require(try ending(words), "taken")
        #expect(ending.code == 64)
        #expect(ending.text.hasPrefix("Error: "), "\(ending.text)")
        #expect(ending.text.contains("\nUsage: \(verb) "), "\(ending.text)")
        #expect(ending.text.hasSuffix("  See '\(verb) --help' for more information."), "\(ending.text)")
        #expect(!ending.text.contains("seecret1"), "a password is not repeated")
    }

    @Test func `a mistake that only the running verb finds is reported the same way`() {
        let ending = CommandEnding(ValidationError("no such rule"), of: ExploreCommand.self, width: 80)
        #expect(ending.code == 64)
        #expect(ending.text.hasPrefix("Error: no such rule\nUsage: carillon explore [--all] [--list]"))
        #expect(ending.text.hasSuffix("\n  See 'carillon explore --help' for more information."))
    }

    @Test func `the verb of a verb is named in full`() {
        let ending = CommandEnding(ValidationError("no"), of: RunScenarioCommand.self, width: 80)
        #expect(ending.text.hasSuffix("\n  See 'carillon scenario run --help' for more information."))
    }

    @Test func `a mistake in the exchange's configuration ends with 64, a failure at its start with 1`() async throws {
        var configuration = ExchangeConfiguration()
        configuration.users = ["x", "y"].map { UserEntry(name: "alice", password: .plain($0)) }
        let double = await #expect(throws: ExchangeServerError.self) {
            _ = try await ExchangeServer.start(configuration)
        }
        let mistake = CommandEnding(ServeCommand.failure(of: try #require(double)), of: ServeCommand.self, width: 80)
        #expect(mistake.code == 64)
        #expect(mistake.text.contains("user: \"alice\" has a user name that another entry has already"))
        configuration.users = []
        configuration.databasePath = "/nowhere/at/all.sqlite"
        let missing = await #expect(throws: ExchangeServerError.self) {
            _ = try await ExchangeServer.start(configuration)
        }
        let failure = CommandEnding(ServeCommand.failure(of: try #require(missing)), of: ServeCommand.self, width: 80)
        #expect(failure.code == 1)
        #expect(failure.text.contains("/nowhere/at/all.sqlite"))
    }

    @Test func `a file that cannot be used ends with 64, and its usage would not help`() {
        let ending = CommandEnding(WrongFile("x.yaml: is not YAML"), of: ServeCommand.self, width: 80)
        #expect(ending.code == 64)
        #expect(ending.text == "Error: x.yaml: is not YAML")
    }

    private struct Misfortune: Error, CustomStringConvertible {
        let description = "the port is taken"
    }

    @Test func `a failure at run time ends with 1 and one line`() {
        let ending = CommandEnding(Misfortune(), of: ServeCommand.self, width: 80)
        #expect(ending.code == 1)
        #expect(ending.text == "Error: the port is taken")
    }

    @Test func `a verb that has reported its failure ends with its code and no further text`() {
        let ending = CommandEnding(ExitCode.failure, of: DemoCommand.self, width: 80)
        #expect(ending.code == 1)
        #expect(ending.text.isEmpty)
    }

    @Test func `the version is one line, and no failure`() throws {
        let ending = try #require(try ending(["--version"]))
        #expect(ending.isGood)
        #expect(ending.text == Carillon.version)
    }

    @Test(
        arguments: [["--help"]]
            + ["demo", "serve", "phone", "explore", "bench", "scenario", "models"].map { [$0, "-h"] },
        [80, 120])
    func `help fits the terminal`(words: [String], width: Int) throws {
        let ending = try #require(try ending(words, width: width))
        #expect(ending.isGood)
        let long = ending.text.split(separator: "\n").filter { $0.count > width }
        #expect(long.isEmpty, "\(long)")
    }
}
