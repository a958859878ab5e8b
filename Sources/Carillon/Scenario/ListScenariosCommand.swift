import ArgumentParser
import Scenarios

/// `carillon scenario list`: which scenarios there are.
struct ListScenariosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Name the scenarios under a folder, with their files.")

    @Option(help: ArgumentHelp("Where the scenarios are.", valueName: "folder"))
    var folder = "Scenarios"

    func run() async throws {
        let terminal = Terminal()
        do throws(ScenarioError) {
            for (file, scenario) in try ScenarioFiles(.folder(folder)).scenarios {
                terminal.say("\(terminal.paint(file, .dim))  \(scenario.name)")
            }
        } catch {
            throw WrongFile("\(error)")
        }
    }
}
