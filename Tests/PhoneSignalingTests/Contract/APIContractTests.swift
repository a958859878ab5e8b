import CallModel
import CarillonRTC
import Clocks
import DeviceRuntime
import ExchangeServer
import Foundation
import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
import PushPayload
import Redaction
import Scenarios
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The exchange's API in the script and the real client of the real one are held against the same statements.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct APIContractTests {
    enum Subject: String, CaseIterable, Sendable {
        case script, real

        @MainActor func make(_ statement: APIStatement) async throws -> any APIUnderContract {
            switch self {
            case .script: await ScriptedAPIUnderContract(statement)
            case .real where statement.absence != nil: try await AttendedAPIUnderContract(statement)
            case .real: try await RealAPIUnderContract(statement)
            }
        }
    }

    @Test(arguments: APIStatement.all, Subject.allCases)
    func `the API's answers match the contract`(_ statement: APIStatement, by subject: Subject) async throws {
        let (rows, lines) = try await Self.reported(statement, by: try await subject.make(statement))
        #expect(rows == statement.questions.map(\.answer))
        #expect(lines == statement.lines)
    }

    private static func reported(
        _ statement: APIStatement, by exchange: any APIUnderContract
    ) async throws -> (rows: [[String]], lines: [String]) {
        do {
            for question in statement.questions { try await exchange.perform(question) }
        } catch {
            await exchange.finish()
            throw error
        }
        // The connection has statements of its own.
        let reported = (exchange.record.rows, Array(exchange.record.signaling.rows.dropFirst()))
        await exchange.finish()
        return reported
    }

    /// Whether any statement is told otherwise by a script with a kindness.
    static func catches(_ kindness: InjectedLeniency) async throws -> Bool {
        for statement in APIStatement.all {
            let script = await ScriptedAPIUnderContract(statement, planted: kindness)
            let (rows, lines) = try await reported(statement, by: script)
            if rows != statement.questions.map(\.answer) || lines != statement.lines { return true }
        }
        return false
    }
}

/// What the API told, in words, question by question.
@MainActor
final class APIRecord: PhoneEventSink {
    private(set) var rows: [[String]] = []
    /// What signaling told.
    let signaling = ContractRecord()
    private var versions: [RegistrationID: CredentialVersion] = [:]
    /// What the phone has credentials for, which are to be written.
    private(set) var provisioned: [CredentialKey] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    /// A new row begins.
    func begin() { rows.append([]) }

    func send(_ event: PhoneEvent) {
        signaling.send(event)
        if case .organizations(.provisioned(let key)) = event { provisioned.append(key) }
        guard let words = words(event), !rows.isEmpty else { return }
        rows[rows.count - 1].append(words)
        guard let waiting, rows[rows.count - 1].count >= waiting.count else { return }
        self.waiting = nil
        waiting.continuation.resume()
    }

    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) { completion() }

    /// Waits until the last row has so much in it.
    func until(count: Int) async {
        guard (rows.last?.count ?? 0) < count else { return }
        await withCheckedContinuation { waiting = (count, $0) }
    }

    private func words(_ event: PhoneEvent) -> String? {
        switch event {
        case .tokens(.confirmed(let message)): message.token == nil ? "no token confirmed" : "token confirmed"
        case .tokens(.failed(let message)): message.token == nil ? "no token failed" : "token failed"
        case .organizations(.granted(let key)): "granted \(rank(of: key))"
        case .organizations(.provisioned(let key)): rank(of: key)
        case .organizations(.denied(let organization, let failure)): "denied \(organization.rawValue) (\(failure))"
        case .credentials(.fetched(let fetched, let now)):
            "fetched \((fetched.members ?? []).map(\.rawValue).joined(separator: ", ")) for "
                + (fetched.until.since(now) > .seconds(80_000) ? "a day or more" : "less than a day")
                + (fetched.carried.map { ", of the carrier \($0.map(\.rawValue))" } ?? "")
                + (fetched.lacksSome ? ", not all" : "")
        case .credentials(.failed): "fetch failed"
        case .session(.renewed): "session renewed"
        case .session(.renewalRefused): "renewal refused"
        case .session(.renewalFailed): "renewal failed"
        case .session(.rejected): "session rejected"
        case .rings(.replied(let request, .over(let reason, let taker, let reported))):
            "\(request.kind): over (\(reported.map { "\($0)" } ?? "\(reason), not told"))"
                + (taker.map { " by \($0.name.revealed)" } ?? "")
        case .rings(.replied(let request, .taken(let taker))):
            "\(request.kind): taken by \(taker?.name.revealed ?? "none")"
        case .rings(.replied(let request, .caller(let display))):
            "\(request.kind): \(display.handle.isEmpty ? "not told" : "told")"
        case .rings(.replied(let request, let reply)): "\(request.kind): \(reply)"
        case .signOut(.done(let step)): "\(step) done"
        case .signOut(.failed(let step)): "\(step) failed"
        default: nil
        }
    }

    private func rank(of key: CredentialKey) -> String {
        let before = versions.updateValue(key.version, forKey: key.registration)
        let place = key.registration.provider == .carrier ? " at the carrier" : ""
        return
            "\(key.organization.rawValue)\(place): \(before.map { $0 < key.version ? "higher" : "not higher" } ?? "first")"
    }
}

/// An exchange whose API the contract asks: the script of the scenarios, or the real one by its real client.
@MainActor
protocol APIUnderContract: AnyObject {
    var record: APIRecord { get }
    /// Does it, and returns when so much has been told as is expected.
    func perform(_ question: APIQuestion) async throws
    func finish() async
}

@MainActor
final class ScriptedAPIUnderContract: APIUnderContract {
    let record = APIRecord()
    private let outside: ScriptedEnvironment
    private static let call = ScenarioCallName("alice")

    init(_ statement: APIStatement, planted kindness: InjectedLeniency? = nil) async {
        var scenario = Scenario("contract")
        scenario.device.organizations = APIStatement.organizations
        var call = ScenarioCall(Self.call, number: "alice", organization: APIStatement.organizations[0])
        call.isOfCarrier = statement.isAboutNumber
        if statement.absence != nil {
            (call.ringsFor, call.greetsFor) = (statement.isAboutAttendant ? .seconds(10) : .seconds(60), .seconds(20))
        }
        call.isKeptByCarrier = statement.absence == .isKept
        scenario.calls = [call]
        outside = await ScriptedEnvironment(
            scenario, .missing, sink: record, takesSessionsUp: statement.device != nil, planted: kindness)
        if !statement.isSignedIn { outside.forgetSession() }
    }

    func perform(_ question: APIQuestion) async {
        record.begin()
        switch question.action {
        case .ask(let ask): await outside.ask(ask)
        case .askAboutCall(let ask):
            guard let session = outside.session(of: Self.call) else { break }
            await outside.ask { ask($0, session) }
        case .calls, .callsNumber: await outside.perform(.call(Self.call))
        case .connectsAtCarrier:
            await outside.write(record.provisioned)
            await outside.order { $0.perform(Contract.connectsAtCarrier) }
        case .processBeginsAnew(let isHeard):
            record.signaling.processBegins()
            await outside.beginAnew(isHeard: isHeard)
        case .answers: await outside.order { [record] in $0.perform(LineOrder.answer(record.signaling.lastLine)) }
        case .attendantGreets: await outside.device.advance(by: .seconds(10))
        case .attendantRecords: await outside.device.advance(by: .seconds(20))
        case .takenElsewhere: await outside.perform(.answeredElsewhere(Self.call))
        case .callerHangsUp: await outside.perform(.callerHangsUp(Self.call))
        case .lineRings: break  // By itself.
        case .exchangeGoesAway: await outside.perform(NetworkStep.connectionLost)
        case .sessionIsEnded: outside.endSession()
        }
        await outside.device.advance(by: .seconds(1))
    }

    func finish() async { await outside.finish() }
}

@MainActor
final class RealAPIUnderContract: APIUnderContract {
    let record = APIRecord()
    private let exchange: ExchangeServer
    private let sessions = RememberedSessions()
    private let client: ExchangeClient
    /// The caller, and another device of the person's, which rings.
    private var people: [CarillonClient] = []
    private var call: Call?
    private var branch: Call?
    private var session: CallSessionID?

    private nonisolated static let number = "2000"

    init(_ statement: APIStatement) async throws {
        exchange = try await TestExchange.start { $0.numbers = [CalledNumber(Redacted(Self.number), users: ["bob"])] }
        let desk = CredentialQueue(CredentialStore(service: "contract"))
        let settings = try #require(exchange.settings)
        client = ExchangeClient(settings, sessions: sessions, credentials: desk, clock: SystemClock())
        for organization in APIStatement.organizations { try await exchange.makeOrganization(organization) }
        if statement.isSignedIn { #expect(await client.signIn(login: "bob", password: "bob-secret") == nil) }
        listen(desk)
    }

    private func listen(_ desk: CredentialQueue) {
        client.sink = record
        desk.sink = record
    }

    func perform(_ question: APIQuestion) async throws {
        record.begin()
        switch question.action {
        case .ask(let ask): ask(client)
        case .askAboutCall(let ask): ask(client, try #require(session))
        case .calls: try await ring("bob")
        case .callsNumber: try await ring(Self.number)
        case .takenElsewhere: try await branch?.answer()
        case .callerHangsUp: await callerHangsUp()
        case .connectsAtCarrier, .processBeginsAnew, .lineRings, .answers, .attendantGreets, .attendantRecords:
            throw Unplayable()
        case .exchangeGoesAway: await exchange.stop()
        case .sessionIsEnded: try await endSession()
        }
        await record.until(count: question.answer.count)
    }

    /// There is no carrier.
    private struct Unplayable: Error {}

    /// The other device hears of it: so the exchange knows.
    private func callerHangsUp() async {
        await call?.hangUp()
        guard let branch else { return }
        for await event in branch.events { if case .ended = event { break } }
    }

    private func ring(_ destination: String) async throws {
        let engine = LoopbackMediaEngine()
        let desk = try RealUnderContract.client(exchange, engine, "bob-desk", "secret")
        let alice = try RealUnderContract.client(exchange, engine, "alice", "alice-secret")
        people = [desk, alice]
        let called = desk.incomingCalls
        for client in people { try await client.connect() }
        call = try await alice.dial(destination, DialOptions())
        for await branch in called {
            session = branch.names.sessionID.flatMap { CallSessionID($0) }
            self.branch = branch
            break
        }
    }

    private func endSession() async throws {
        let access = try #require(await sessions.stored?.access.revealed)
        let url = try #require(URL(string: "http://127.0.0.1:\(exchange.port)/api/auth/logout"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("Bearer \(access)", forHTTPHeaderField: "Authorization")
        let (_, response) = try await URLSession.shared.answer(to: request)
        #expect(response.statusCode == 204)
    }

    func finish() async {
        for client in people { await client.disconnect() }
        await exchange.stop()
    }
}

/// A keychain that forgets everything with the test.
actor RememberedSessions: PhoneSessionStore {
    private(set) var stored: PhoneSession?

    func session() throws(CredentialError) -> PhoneSession? { stored }
    func keep(_ session: PhoneSession) throws(CredentialError) { stored = session }
    func eraseSession() throws(CredentialError) { stored = nil }
}
