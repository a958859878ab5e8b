import ArgumentParser

/// `carillon standin …`: outside parties that run on this machine.
struct StandinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standin", abstract: "Run a stand-in for an outside party: strict, local, with faults on demand.",
        discussion: """
            Each prints where it listens, which authority to trust and which keys to use, then a line for every request. \
            Faults, clocks and phones are changed over the control port: POST /standin/faults, /standin/clock, \
            /standin/devices. Documentation/Standins.md lists it all.
            """,
        subcommands: [
            StandinAPNsCommand.self, StandinAppleCommand.self, StandinFCMCommand.self, StandinTelnyxCommand.self,
        ])
}
