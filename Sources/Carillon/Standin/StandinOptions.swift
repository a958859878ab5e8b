import ArgumentParser

/// What every stand-in takes.
struct StandinOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0: a free one, which is printed.")
    var port = 0

    @Option(help: "The port of the control, plain HTTP; 0: a free one, which is printed.")
    var controlPort = 0

    @Option(help: ArgumentHelp("Where the authority's certificate and the keys are written.", valueName: "folder"))
    var folder: String?

    @Option(help: ArgumentHelp("How many of its seconds pass in one real second.", valueName: "factor"))
    var clockScale = 1.0

    @Flag(help: "Write JSON lines.")
    var json = false

    @Flag(help: "Write no line for a request.")
    var quiet = false

    func validate() throws {
        guard 0...65_535 ~= port, 0...65_535 ~= controlPort else {
            throw ValidationError("a port is a number from 0 to 65535")
        }
        guard clockScale.isFinite, clockScale > 0 else { throw ValidationError("--clock-scale must be positive") }
    }
}
