import CallModel
import DeviceRuntime
import ExchangeCore
import ExchangeServer
import Foundation
import LivePhones
import MediaEngine
import NativeMedia
import Redaction
import Standins
import WireJSON

/// A caller of the public network reaches a locked iPhone through the carrier; the iPhone then calls out the same way.
final class PublicCallStory: DemoStory {
    static let name = "public-call"
    static let summary = "a public caller rings a company: a locked iPhone answers, two other devices stop ringing"
    static let verificationCount = 20

    let stage: StoryRecorder
    private(set) var engine: NativeMediaEngine?
    private(set) var exchange: DemoExchange?
    private(set) var carrier: DemoCarrier?
    private(set) var handsets: PublicHandsets?

    /// How long a phone rings: long enough for an answer on a busy machine, short enough to wait for.
    static let ringing = Duration.seconds(10)
    /// A third of the sent amplitude.
    static let heardLevelMin = 0.1

    init(on stage: StoryRecorder) {
        self.stage = stage
    }

    var port: Int? { exchange?.port }

    func run() async throws {
        let engine = try NativeMediaEngine()
        self.engine = engine
        let (exchange, carrier) = try await start()
        let handsets = try await openPhones(engine, at: exchange, carrier)
        let all = await handsets.all
        guard all.count == 3 else { return }
        let (iphone, others) = (all[0], Array(all.dropFirst()))
        guard try await settle(handsets, at: exchange, carrier) else { return }
        let leg = try await ring(handsets, over: carrier)
        try await answer(on: iphone, others, handsets)
        try await talk(on: iphone, leg, handsets, carrier)
        try await hold(on: iphone, leg, handsets, carrier)
        try await loseSocket(of: iphone, leg, handsets, carrier)
        try await hangUp(leg, on: iphone, handsets, carrier)
        verifyTimeline()
        try await callOut(from: iphone, handsets, carrier)
        try await leaveMessage(handsets, carrier, at: exchange)
    }

    func finish() async {
        await handsets?.finish()
        await exchange?.stop()
        await carrier?.stop()
        engine?.close()
    }
}

/// The people and their phones.
extension PublicCallStory {
    private func start() async throws -> (DemoExchange, DemoCarrier) {
        stage.announce("starting a carrier, an exchange that has its numbers from there, and Apple's push service")
        let carrier = try await DemoCarrier.start()
        self.carrier = carrier
        let exchange = try await DemoExchange.start(
            tracing: stage.trace, users: DemoUsers.colleagues.map { DemoUsers.person($0) }
        ) {
            $0.calling.outbound = OutboundPolicy()
            $0.telnyx = carrier.account(for: DemoUsers.colleagues, of: DemoUsers.company, ringing: Self.ringing)
        }
        self.exchange = exchange
        carrier.serve(exchange.port)
        let owner = DemoUsers.colleagues[0]
        _ = try await exchange.ask(
            "/api/organizations",
            body: ["id": .string(DemoUsers.company), "name": "Acme Limited", "owner": .string(owner)])
        for colleague in DemoUsers.colleagues.dropFirst() {
            _ = try await exchange.ask(
                "/api/organizations/\(DemoUsers.company)/members/\(colleague)", .put, body: ["role": "member"])
        }
        return (exchange, carrier)
    }

    private func openPhones(
        _ engine: NativeMediaEngine, at exchange: DemoExchange, _ carrier: DemoCarrier
    ) async throws -> PublicHandsets {
        let handsets = await PublicHandsets(exchange: exchange.apns, carrier: carrier.apns, trace: stage.trace)
        self.handsets = handsets
        let outside = [DemoUsers.publicCaller.frequency, DemoUsers.publicCallee.frequency].map(Double.init)
        for (role, user) in DemoUsers.companyDevices {
            await handsets.add(
                try PublicHandset(
                    role, of: user, watching: outside, port: exchange.port, engine: engine, trace: stage.trace))
        }
        return handsets
    }

    /// Signs in on all devices, then locks both iPhones; the iPad stays in use.
    private func settle(
        _ handsets: PublicHandsets, at exchange: DemoExchange, _ carrier: DemoCarrier
    ) async throws -> Bool {
        stage.announce("erin signs in on an iPhone and an iPad, frank on an iPhone; both iPhones are locked then")
        let all = await handsets.all
        for handset in all { await handset.signIn() }
        let isProvided = try await handsets.pass { all.allSatisfy { $0.isProvided(for: DemoUsers.company) } }
        let isReported = try await handsets.pass { all.allSatisfy(\.isKnownToCarrier) }
        await handsets.register()
        for handset in [all[0], all[2]] { await handset.phone.lockAndReclaim() }
        let isLeft = try await handsets.pass { carrier.telnyx.control("GET", "edge")["sockets"]?.array == [] }
        for colleague in DemoUsers.colleagues { try await nameDevices(of: colleague, at: exchange) }
        stage.verify(
            "each phone holds credentials for the exchange and for the carrier, before it needs them", isProvided,
            "\(all.count) phones")
        stage.verify("each has sent the carrier its push token and has logged out", isReported && isLeft)
        return isProvided
    }

    /// Gives the timeline the owner's names of the devices.
    private func nameDevices(of user: String, at exchange: DemoExchange) async throws {
        let answer = try await DemoAPIClient.ask("/api/devices", port: exchange.port, as: DemoAPIClient.basic(user))
        for device in (answer["devices"]?.array ?? []).compactMap(\.object) {
            guard let id = device["id"]?.string, let name = device["name"]?.string else { continue }
            stage.deviceNames[id] = name
        }
    }
}
