import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import Logging
import NativeMedia
import Standins
import WireJSON

/// The parties of a public call: a carrier, an exchange with a number of that carrier, Apple's push service, and the
/// locked iPhone of the user whom the number rings.
@MainActor
final class PublicCallParties {
    private static let user = DemoUsers.colleagues[0]
    private static let token = "token-of-the-bench"
    /// A finer step than elsewhere, because it adds to the measured times.
    private static let step = Duration.milliseconds(1)
    private static let patience = Duration.seconds(60)

    let watch: CarrierLineLog
    let carrier: DemoCarrier
    let handset: PublicHandset
    private let apns: APNsStandin
    private let exchange: ExchangeServer
    private let engine: NativeMediaEngine
    private let folder: URL

    static func start() async throws -> PublicCallParties {
        let watch = CarrierLineLog()
        let carrier = try await DemoCarrier.start { watch.note($0) }
        var rules = APNsConfiguration()
        (rules.acceptsUnknownDevices, rules.deviceRate) = (true, nil)
        let apns = try await APNsStandin.start(rules) { watch.note($0) }
        watch.count { carrier.telnyx.workingTime + carrier.apns.workingTime + apns.workingTime }
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-calls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = ExchangeConfiguration()
        configuration.users = [DemoUsers.person(user)]
        configuration.apiTokens = [try APIToken(name: "bench", token: .init(token))]
        configuration.push = apns.pushing
        configuration.databasePath = folder.appending(path: "exchange.sqlite").path
        configuration.logLevel = .critical
        configuration.limits.apiRequestsPerMinute = 1_000_000
        configuration.limits.apiRequestsPerMinuteOfAddress = 1_000_000
        configuration.telnyx = carrier.account(for: [user], of: DemoUsers.company, ringing: patience)
        let exchange = try await ExchangeServer.start(configuration)
        carrier.serve(exchange.port)
        let parties = try PublicCallParties(watch, carrier, apns, exchange, folder)
        do { try await parties.settle() } catch {
            await parties.stop()
            throw error
        }
        return parties
    }

    private init(
        _ watch: CarrierLineLog, _ carrier: DemoCarrier, _ apns: APNsStandin, _ exchange: ExchangeServer, _ folder: URL
    ) throws {
        self.watch = watch
        self.carrier = carrier
        self.apns = apns
        self.exchange = exchange
        self.folder = folder
        engine = try NativeMediaEngine()
        let caller = Double(DemoUsers.publicCaller.frequency)
        handset = try PublicHandset(
            DemoUsers.companyDevices[0].role, of: Self.user, watching: [caller], port: exchange.port, engine: engine)
    }

    /// Signs in on the phone and puts it away.
    private func settle() async throws {
        _ = try await DemoAPIClient.ask(
            "/api/organizations", port: exchange.port, token: Self.token,
            body: ["id": .string(DemoUsers.company), "name": "Acme Limited", "owner": .string(Self.user)])
        await handset.signIn()
        try await pass("has its credentials") { handset.isProvided(for: DemoUsers.company) }
        let handsets = PublicHandsets(exchange: apns, carrier: carrier.apns)
        handsets.add(handset)
        handsets.register()
        await handset.phone.lockAndReclaim()
    }

    func stop() async {
        await handset.phone.discard()
        await exchange.stop()
        await carrier.stop()
        await apns.stop()
        engine.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Lets real time pass on the phone until `isMet` is true.
    ///
    /// - Throws: `BenchError` when that takes too long.
    func pass(_ what: String, until isMet: @MainActor () throws -> Bool) async throws {
        let isSo = try await handset.phone.passes(Self.patience, every: Self.step, until: isMet)
        guard isSo else { throw BenchError("the phone of a public call never \(what)") }
    }

    /// The payload of the last call push that Apple's push service received.
    var payload: Data? {
        apns.received.last { String(decoding: $0.payload, as: UTF8.self).contains(#""type":"call""#) }
            .map { Data($0.payload) }
    }

    /// Ends the call, puts the phone away again, and waits until the carrier has no leg left.
    func finish(_ leg: String) async throws {
        carrier.telnyx.hangUp(leg)
        try await pass("ended its call") { handset.phone.device.screen.isEmpty }
        await handset.phone.lockAndReclaim()
        try await pass("was forgotten by the carrier") {
            carrier.telnyx.liveLegs.isEmpty && carrier.telnyx.isQuiet
                && carrier.telnyx.control("GET", "edge")["sockets"]?.array == []
        }
    }
}
