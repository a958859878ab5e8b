package import ArgumentParser
import ExchangeServer
import Foundation
import Lab

/// `carillon lab`: runs the whole system on this machine, with a page to see and disturb it.
package struct LabCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Run the whole system with simulated iPhones, and a page to see and disturb it.",
        discussion: """
            One process with the exchange, stand-ins for a carrier and for Apple's push service, and iPhones with real \
            signaling and real media, on loopback only. Documentation/Lab.md leads through the page.
            """)

    /// The port of the page, if none is named.
    package static let usualPort = 8077

    @Option(help: ArgumentHelp("How many iPhones, 1 to 12.", valueName: "count"))
    var phones = 3

    @Flag(help: "The last iPhone's app is naive: it awaits its credentials before it reports a call (rule C2).")
    var naive = false

    @Option(help: ArgumentHelp("How long a call rings, 5 to 120 seconds.", valueName: "seconds"))
    var ringSeconds = LabPeople.ringSeconds

    @Option(help: "The port of the page; 0: a free one, which is printed.")
    var port = LabCommand.usualPort

    @Option(
        help: ArgumentHelp(
            "The folder of the pages (default: Sources/Web here, or web beside the packaged command).",
            valueName: "folder"))
    var web: String?

    @Option(
        help: ArgumentHelp(
            "Keep the exchange's database in this folder (default: a folder that is removed at the end).",
            valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("Where the scenarios are.", valueName: "folder"))
    var scenarios = LabLibrary.usualFolder

    package init() {}

    package func validate() throws {
        guard (1...LabFacts.phonesMax).contains(phones) else {
            throw ValidationError("--phones: 1 to \(LabFacts.phonesMax)")
        }
        guard (5...120).contains(ringSeconds) else { throw ValidationError("--ring-seconds: 5 to 120") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
    }

    package func run() async throws {
        ProcessPrivacy.begin()
        let folder = try LabFolder(data)
        defer { folder.remove() }
        var options = LabRun.Options(web: try webFolder(), data: folder.path)
        options.port = port
        options.phoneCount = phones
        options.hasNaive = naive
        options.ringing = .seconds(ringSeconds)
        options.scenarios = scenarios
        let signals = await ProcessSignals.begin(reloads: false)
        defer { signals.cancel() }
        let lab: LabRun
        do { lab = try await LabRun.start(options) } catch let error as ExchangeServerError {
            throw ServeCommand.failure(of: error)
        } catch { throw ServeFailure(description: "\(error)") }
        announce(lab)
        for await _ in signals.stream { break }
        Terminal().complain("carillon lab: stopping")
        await lab.stop()
    }

    private func webFolder() throws -> String {
        if let web { return web }
        let here = "Sources/Web"
        if FileManager.default.fileExists(atPath: "\(here)/\(LabServer.list)") { return here }
        if case .folder(let packaged) = PackagedBrowserPhone.setting() { return packaged }
        throw WrongFile("\(here)/\(LabServer.list) does not exist; name the folder of the pages with --web")
    }

    private func announce(_ lab: LabRun) {
        let terminal = Terminal()
        let count = phones == 1 ? "1 iPhone" : "\(phones) iPhones"
        terminal.print("\(terminal.paint("carillon lab", .bold)): open http://127.0.0.1:\(lab.port)/")
        terminal.print("  \(count)\(naive ? ", the last one naive" : ""), signing in now")
        terminal.print("  the company's number is \(DemoCarrier.number); \(LabPeople.people.count) parties can call it")
        terminal.print(
            "  exchange at ws://127.0.0.1:\(lab.exchangePort)/, browser phone at "
                + "http://127.0.0.1:\(lab.exchangePort)\(ExchangeServer.browserPhonePage)")
        terminal.print("  interrupt (Ctrl+C) to stop")
    }
}

/// The folder of the exchange's database.
package struct LabFolder {
    package let path: String
    private let isOwn: Bool

    /// - Parameter path: nil for a new folder that ``remove()`` deletes.
    package init(_ path: String?) throws {
        isOwn = path == nil
        self.path = path ?? FileManager.default.temporaryDirectory.appending(path: "carillon-lab-\(UUID())").path
        do {
            try FileManager.default.createDirectory(
                atPath: self.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw WrongFile("cannot make the folder \(self.path)") }
    }

    package func remove() {
        // on purpose: a folder that cannot be removed is in the system's folder for such things
        if isOwn { try? FileManager.default.removeItem(atPath: path) }
    }
}
