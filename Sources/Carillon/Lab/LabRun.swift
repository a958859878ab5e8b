import DeviceModel
import ExchangeCore
import ExchangeServer
import Foundation
package import Lab
import LivePhones
import PhoneExchange
import Redaction
import Standins
import Synchronization
import Trace
package import WireJSON

/// The parts of a running Lab: exchange, carrier, push services, phones, and the page's server.
package final class LabRun: LabHost {
    package struct Options: Sendable {
        package var port = 0
        /// The folder of the page and of the browser phone.
        package var web: String
        /// The folder with the exchange's database.
        package var data: String
        package var phoneCount = 3
        /// Whether the last phone is naive.
        package var hasNaive = false
        /// How long a call rings, up to `RingLimits.ringTimeMax`.
        package var ringing = Duration.seconds(LabPeople.ringSeconds)
        /// The folder of the scenarios.
        package var scenarios = LabLibrary.usualFolder

        package init(web: String, data: String) {
            self.web = web
            self.data = data
        }
    }

    package let recorder: LabRecorder
    private let exchange: DemoExchange
    private let carrier: DemoCarrier
    private let fleet: LabPhones
    private let parties: LabParties
    private let library: LabLibrary
    private let seeds = Atomic<UInt64>(1)
    /// Whether a story is being told.
    private let isTelling = Atomic(false)
    private let server = Mutex<LabServer?>(nil)
    private let tasks = Mutex<[Task<Void, Never>]>([])

    private init(
        _ recorder: LabRecorder, _ exchange: DemoExchange, _ carrier: DemoCarrier, _ fleet: LabPhones,
        _ parties: LabParties, _ library: LabLibrary
    ) {
        self.recorder = recorder
        self.exchange = exchange
        self.carrier = carrier
        self.fleet = fleet
        self.parties = parties
        self.library = library
    }

    var port: Int { server.withLock { $0?.port ?? 0 } }
    var exchangePort: Int { exchange.port }

    /// Starts everything. The phones sign in afterward, in their own time.
    package static func start(_ options: Options) async throws -> LabRun {
        let files = try BrowserPhoneFiles(
            folder: options.web, list: LabServer.list, page: LabServer.page, setting: "--web")
        let recorder = LabRecorder()
        let carrier = try await DemoCarrier.start()
        let exchange = try await exchange(options, carrier, recorder)
        try await found(LabPeople.company, at: exchange)
        let fleet = await fleet(exchange, carrier, recorder)
        let parties = await LabParties(
            carrier.telnyx, LabPeople.people, company: DemoCarrier.number, recorder: recorder)
        let library = LabLibrary(folder: options.scenarios)
        let run = LabRun(recorder, exchange, carrier, fleet, parties, library)
        try await run.serve(files, options)
        for number in 0..<options.phoneCount {
            let isNaive = options.hasNaive && number == options.phoneCount - 1
            _ = try await run.addPhone(LabFacts.profile, isNaive: isNaive)
        }
        return run
    }

    private static func exchange(
        _ options: Options, _ carrier: DemoCarrier, _ recorder: LabRecorder
    ) async throws -> DemoExchange {
        let exchange = try await DemoExchange.start(
            tracing: recorder, users: LabPeople.members.map { DemoUsers.person($0) }
        ) {
            $0.calling.outbound = OutboundPolicy()
            $0.telnyx = carrier.account(for: LabPeople.members, of: LabPeople.company, ringing: options.ringing)
            $0.limits.ringing = options.ringing
            $0.databasePath = "\(options.data)/exchange.sqlite"
            $0.browserPhone = .folder(options.web)
        }
        carrier.serve(exchange.port)
        return exchange
    }

    private static func found(_ company: String, at exchange: DemoExchange) async throws {
        // A folder that was used before has it.
        guard (try? await exchange.ask("/api/organizations/\(company)")) == nil else { return }
        let owner = LabPeople.members[0]
        _ = try await exchange.ask(
            "/api/organizations", body: ["id": .string(company), "name": "Acme Limited", "owner": .string(owner)])
        for member in LabPeople.members.dropFirst() {
            _ = try await exchange.ask(
                "/api/organizations/\(company)/members/\(member)", .put, body: ["role": "member"])
        }
    }

    @MainActor
    private static func fleet(_ exchange: DemoExchange, _ carrier: DemoCarrier, _ recorder: LabRecorder) -> LabPhones {
        let port = exchange.port
        return LabPhones(services: [exchange.apns, carrier.apns], topic: DemoUsers.topic, recorder: recorder) { setup in
            var settings = ExchangeSettings(
                api: URL(filePath: "/"), socket: "ws://127.0.0.1:\(port)/", topic: DemoUsers.topic
            ) {
                ExchangeInstallation(
                    id: Redacted("installation-of-\(setup.id)"), deviceName: Redacted(setup.id))
            }
            if let api = URL(string: "http://127.0.0.1:\(port)/") { settings.api = api }
            settings.broadcastKey = DashboardClient.key
            return settings
        }
    }

    private func serve(_ files: BrowserPhoneFiles, _ options: Options) async throws {
        var facts = LabFacts(
            version: Carillon.version, lab: UUID().uuidString, began: Int64(Date().timeIntervalSince1970 * 1_000),
            socket: "ws://127.0.0.1:\(exchange.port)/", api: "http://127.0.0.1:\(exchange.port)/",
            company: DemoCarrier.number)
        facts.phonePage = "http://127.0.0.1:\(exchange.port)\(ExchangeServer.browserPhonePage)"
        facts.people = LabPeople.people
        facts.users = LabPeople.members.map { LabFacts.User(login: $0, password: LabPeople.password(of: $0)) }
        let pages = LabPages(facts, recorder, self)
        let server = try await LabServer.start(
            host: "127.0.0.1", port: options.port, files: files, pages: pages, fleet: fleet,
            recorder: recorder)
        self.server.withLock { $0 = server }
        tasks.withLock { tasks in
            tasks.append(Task { await pages.run() })
            tasks.append(Task { [fleet] in await fleet.run() })
            tasks.append(Task { [parties] in await parties.run() })
            tasks.append(Task { await self.nameDevices() })
        }
    }

    /// Stops everything, the phones first.
    package func stop() async {
        let running = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in running { task.cancel() }
        for task in running { await task.value }
        let server = server.withLock { $0 }
        await server?.stop()
        await exchange.stop()
        await carrier.stop()
    }

    /// Tells the timeline the owner's names of devices that the exchange named, until the task is canceled.
    private func nameDevices() async {
        let clock = ContinuousClock()
        while !Task.isCancelled {
            if !recorder.with({ $0.unnamedDevices }).isEmpty { await askNames() }
            // on purpose: a device is named by its owner's list, which has no event
            do { try await clock.sleep(for: .milliseconds(100)) } catch { return }
        }
    }

    private func askNames() async {
        for member in LabPeople.members {
            let answer = try? await DemoAPIClient.ask(
                "/api/devices", port: exchange.port, as: DemoAPIClient.basic(member))
            for device in (answer?["devices"]?.array ?? []).compactMap(\.object) {
                guard let id = device["id"]?.string, let name = device["name"]?.string else { continue }
                recorder.note(.device(id: id, name: name))
            }
        }
    }
}

/// Requests of the page.
extension LabRun {
    package func perform(_ request: LabRequest) async throws(LabError) -> JSONObject {
        switch request {
        case .person(let act, let phone):
            return try await atFleet { fleet async throws(LabError) in
                try await fleet.perform(act, phone: phone)
                return [:]
            }
        case .fault(let fault, let phone):
            return try await atFleet { fleet async throws(LabError) in
                try await fleet.inject(fault, phone: phone)
                return [:]
            }
        case .party(let act, let number): return try await parties.perform(act, number: number)
        case .cutCarrier:
            await parties.cutCarrier()
            return [:]
        case .addPhone(let profile, let isNaive): return try await addPhone(profile, isNaive: isNaive)
        case .setProfile(let profile, let phone): return try await setProfile(profile, of: phone)
        case .setApp(let isNaive, let phone): return try await setApp(isNaive: isNaive, of: phone)
        case .scenarios: return try library.list()
        case .play(let file, let isNaive): return try await library.play(file, isNaive: isNaive)
        case .open(let part): return try library.open(part)
        case .stories: return ["stories": .array(await stories().map(\.json))]
        case .story(let name, let speed, let isNaive): return try await begin(name, speed, isNaive: isNaive)
        // The pages' server answers these itself.
        case .watch, .range: throw LabError("This command is answered elsewhere.")
        }
    }

    private func atFleet(
        _ body: @escaping @MainActor (LabPhones) async throws(LabError) -> JSONObject
    ) async throws(LabError) -> JSONObject {
        let result = await fleet.between { fleet -> Result<JSONObject, LabError> in
            do throws(LabError) { return .success(try await body(fleet)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Gives the next member without a phone one.
    func addPhone(_ profile: DeviceProfile, isNaive: Bool) async throws(LabError) -> JSONObject {
        let seed = seeds.add(1, ordering: .relaxed).newValue
        return try await atFleet { fleet async throws(LabError) in
            let users = Set(fleet.phones.map { $0.setup.user })
            guard fleet.phones.count < LabFacts.phonesMax,
                let member = LabPeople.members.first(where: { !users.contains($0) })
            else { throw LabError("The Lab has \(LabFacts.phonesMax) phones at most.") }
            var setup = LabPeople.phone(of: member, profile, isNaive: isNaive, seed: seed)
            setup.startsLocked = !users.isEmpty
            try await fleet.add(setup, password: Redacted(LabPeople.password(of: member)))
            return ["phone": .string(setup.id)]
        }
    }

    private func setProfile(_ profile: DeviceProfile, of id: String) async throws(LabError) -> JSONObject {
        try await replace(id, words: "with \(profile.rawValue)") { $0.profile = profile }
    }

    private func setApp(isNaive: Bool, of id: String) async throws(LabError) -> JSONObject {
        try await replace(id, words: isNaive ? "with the naive app" : "with our app") { $0.isNaive = isNaive }
    }

    /// Replaces a phone by one that differs, on which its owner signs in; a phone that would not differ stays.
    private func replace(
        _ id: String, words: String, _ change: @escaping @Sendable (inout LabPhoneSetup) -> Void
    ) async throws(LabError) -> JSONObject {
        let seed = seeds.add(1, ordering: .relaxed).newValue
        return try await atFleet { fleet async throws(LabError) in
            let former = try fleet.phone(id).setup
            let index = fleet.phones.firstIndex { $0.id == id }
            var setup = former
            change(&setup)
            guard (setup.profile, setup.isNaive) != (former.profile, former.isNaive) else { return [:] }
            setup.seed = seed
            try await fleet.remove(id)
            try await fleet.add(setup, password: Redacted(LabPeople.password(of: setup.user)), at: index)
            fleet.note("the phone starts anew \(words)", at: id)
            return [:]
        }
    }
}

/// Ring stories.
extension LabRun {
    private func stories() async -> [LabStory] {
        let phones = await fleet.between { fleet in fleet.phones.map { $0.id } }
        return LabStory.all(phones: phones, caller: LabPeople.people[0].number, company: DemoCarrier.number)
    }

    /// Begins a story, and answers at once. A step that is refused is noted, and the story goes on; a
    /// condition that is not met stops it.
    private func begin(_ name: String, _ speed: Double, isNaive: Bool?) async throws(LabError) -> JSONObject {
        let stories = await stories()
        guard let story = stories.first(where: { $0.name == name }) else {
            throw LabError("There is no story “\(name.prefix(40))”; `stories` lists them.")
        }
        guard !isTelling.exchange(true, ordering: .acquiringAndReleasing) else {
            throw LabError("Another story is still running.")
        }
        recorder.note(.lab(at: "lab", "story: \(story.name)"))
        tasks.withLock { $0.append(Task { await self.tell(story.steps(isNaive: isNaive), speed) }) }
        return [:]
    }

    private func tell(_ steps: [LabStory.Step], _ speed: Double) async {
        await play(steps, speed)
        // First, as the note lets a waiting page begin the next story.
        isTelling.store(false, ordering: .releasing)
        recorder.note(.lab(at: "lab", "the story is over"))
    }

    private func play(_ steps: [LabStory.Step], _ speed: Double) async {
        var isStopped = false
        // Steps without a condition are carried out also then: they put right what the story has changed.
        for step in steps where step.condition == nil || !isStopped {
            if let condition = step.condition, await !isMet(condition) {
                if Task.isCancelled { return }
                recorder.note(.lab(at: "lab", "the story stops: \(condition.words)"))
                isStopped = true
                continue
            }
            // on purpose: a story is told in real time
            do { try await ContinuousClock().sleep(for: step.pause / speed) } catch { return }
            do throws(LabError) { _ = try await perform(step.request) } catch {
                recorder.note(.lab(at: "lab", error.description))
            }
        }
    }

    /// Whether a story's condition is met in time, and before the Lab stops.
    private func isMet(_ condition: LabStory.Condition) async -> Bool {
        await withTaskGroup(of: Bool.self) { [recorder] group in
            group.addTask {
                await recorder.until { condition.isMet(in: $0) }
                return !Task.isCancelled
            }
            group.addTask {
                try? await ContinuousClock().sleep(for: condition.waitMax)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
