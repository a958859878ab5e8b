import ArgumentParser
import DeviceModel
import DeviceRuntime
import Foundation
import Lab
import LivePhones
import MediaEngine
import NIOPosix
import NativeMedia
import PhoneExchange
import Redaction
import Scenarios
import Standins
import Synchronization
import WireJSON

/// `carillon models phone`: an iPhone on the models with the whole app, whose bridge a web page drives.
struct ModelPhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Run the app on a modeled iPhone; a web page drives its bridge over a WebSocket.",
        discussion: """
            The page has the JavaScript of a Capacitor app, with socket-plugin.js of Sources/Web in place of Capacitor's \
            registerPlugin. Calls and sound are real; they need an exchange.

            Standard input takes events of the phone, one a line: \(ModelPhone.manual). The command ends with standard \
            input.
            """)

    @Option(help: ArgumentHelp("The exchange.", valueName: "http://host:port"))
    var exchange: String

    @Option(help: "The port of the WebSocket on this machine; 0: a free one, which is printed.")
    var port = 0

    @Option(
        help: ArgumentHelp(
            "The origin of a page that may also connect; repeat for more.", valueName: "http://host:port"))
    var origin: [String] = []

    @Option(help: ArgumentHelp("The system that the phone runs.", valueName: "profile"))
    var profile: DeviceProfile = .ios26p4

    @Option(help: ArgumentHelp("The tone that the phone sends.", valueName: "hertz"))
    var tone = 440.0

    @Option(help: "The topic of the app's pushes.")
    var topic = "com.example.phone.voip"

    @Option(
        help: ArgumentHelp(
            "The key of the exchange's broadcasts; with it the phone learns of the person's calls on other devices.",
            valueName: "key"))
    var broadcastKey: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("a port is a number from 0 to 65535") }
        guard 20...20_000 ~= tone else { throw ValidationError("--tone is 20 to 20000 hertz") }
        _ = try settings()
    }

    func run() async throws {
        let phone = try await ModelPhone(
            profile, tone: tone, at: port, pagesFrom: origin, of: try settings(), asJSON: json)
        let signals = await ProcessSignals.begin(reloads: false)
        let interrupts = Task { [words = signals.stream] in
            for await _ in words { await phone.stop() }
        }
        try await phone.run(StandardInputLines())
        interrupts.cancel()
        signals.cancel()
    }

    private func settings() throws -> ExchangeSettings {
        guard let api = URL(string: exchange), let host = api.host, ["http", "https"].contains(api.scheme) else {
            throw ValidationError("--exchange is http://host:port or https://host")
        }
        let place = api.port.map { "\(host):\($0)" } ?? host
        let socket = "\(api.scheme == "https" ? "wss" : "ws")://\(place)/"
        var settings = ExchangeSettings(api: api, socket: socket, topic: topic) {
            ExchangeInstallation(id: "carillon-models-phone", deviceName: "Modeled iPhone")
        }
        settings.broadcastKey = broadcastKey
        return settings
    }
}

/// The phone of the command, and what happens to it.
@MainActor
final class ModelPhone {
    /// Something that happens to the phone.
    enum Action: String, CaseIterable {
        case open, leave, lock, unlock, crash
        case wifi, cellular
        case noNetwork = "no-network"
        case diskFull = "disk-full"
        case diskFree = "disk-free"
        /// The person allows notifications, as soon as the app asks.
        case allow
    }

    nonisolated static var manual: String { Action.allCases.map(\.rawValue).joined(separator: ", ") }

    /// How often the phone's time follows real time: more often than a frame of audio.
    private static let pace: Duration = .milliseconds(5)

    private let phone: LivePhone
    private let network = PhoneNetwork()
    private let disk = ModelDisk()
    private let sockets: HTTPListener
    private let engine: NativeMediaEngine
    private let terminal = Terminal()
    private let isJSON: Bool
    private var lines: [String] = []
    private var isOver = false

    /// - Parameters:
    ///   - tone: the frequency of the tone that the phone sends, in hertz.
    ///   - port: where pages connect on this machine; 0 for a free one.
    ///   - origins: where pages may come from besides this machine.
    init(
        _ profile: DeviceProfile, tone: Double, at port: Int, pagesFrom origins: [String],
        of exchange: ExchangeSettings, asJSON isJSON: Bool
    ) async throws {
        self.isJSON = isJSON
        var media = NativeMediaOptions()
        media.isCut = { [network] in network.isCut }
        engine = try NativeMediaEngine(media)
        var options = LivePhone.Options()
        options.showsPage = true
        options.network = network.transport
        options.isDiskFull = { [disk] in disk.isFull }
        let phone = LivePhone(
            profile, engine: engine, microphone: ToneGenerator(frequency: tone, amplitude: 0.3),
            speaker: ToneMeter([tone]), exchange: exchange, options: options)
        self.phone = phone
        let allowed = PageOrigins(origins)
        let pages = PageSockets {
            allowed.admits($0.header("origin"))
        } load: { page, _ in
            Task { @MainActor in await page.run(on: phone) }
        }
        sockets = try await HTTPListener.start(
            host: "127.0.0.1", port: port, on: MultiThreadedEventLoopGroup.singleton, sockets: [pages]
        ) { _ in .text("only WebSockets of pages that may open one\n", status: 404) }
    }

    /// Lets the phone's time pass, and the lines happen, until they end or the process is told to stop.
    func run(_ input: StandardInputLines) async throws {
        let address = "ws://127.0.0.1:\(sockets.port)/"
        report("listening", [("url", .string(address))], "carillon models phone: pages connect to \(address)")
        let reading = Task {
            for await line in input.lines { lines.append(line) }
            isOver = true
        }
        _ = try await phone.passes(.seconds(1_000_000_000), every: Self.pace) {
            while !lines.isEmpty { try await perform(lines.removeFirst()) }
            return isOver
        }
        reading.cancel()
        await phone.discard()
        await sockets.stop()
        engine.close()
    }

    func stop() { isOver = true }

    private func perform(_ line: String) async throws {
        guard let action = Action(rawValue: line) else {
            return report("failed", [("line", .string(line))], "\"\(line)\" is none of: \(Self.manual)")
        }
        let device = phone.device
        switch action {
        case .open: await device.openApp()
        case .leave: await device.leaveApp()
        case .lock: await device.lock()
        case .unlock: await device.unlock()
        case .crash: await device.kill()
        case .wifi: await change(to: .wifi(1))
        case .cellular: await change(to: .cellular)
        case .noNetwork: await change(to: .none)
        case .diskFull: disk.isFull = true
        case .diskFree: disk.isFull = false
        case .allow:
            guard try await phone.passes(until: { device.asksNotificationPermission }) else {
                return report("failed", [("line", .string(line))], "the app does not ask for notifications")
            }
            await device.answerNotificationPermission(true)
        }
        report("done", [("action", .string(line))], line)
    }

    /// Changes the network, and then tells the phone's path monitor.
    private func change(to way: NetworkWay) async {
        network.change(to: way)
        await phone.device.network(way.path)
    }

    private func report(_ event: String, _ facts: [(String, JSONValue)], _ words: String) {
        terminal.print(isJSON ? JSONObject([("event", .string(event))] + facts).jsonText : words)
    }
}

/// The room on the phone's disk.
private final class ModelDisk: Sendable {
    private let full = Atomic(false)

    /// Whether nothing can be written.
    var isFull: Bool {
        get { full.load(ordering: .relaxed) }
        set { full.store(newValue, ordering: .relaxed) }
    }
}
