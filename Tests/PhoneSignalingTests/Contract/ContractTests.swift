import CarillonRTC
import ExchangeServer
import PhoneCore
import PhoneScopes
import PhoneSignaling
import Scenarios
import Testing

/// The scripted exchange, the explored one and the real one are held against the same statements: a script or a search
/// that is kinder or harsher than the real exchange fails here.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ContractTests {
    enum Subject: String, CaseIterable, Sendable {
        case script, real

        @MainActor func make(_ statement: ContractStatement) async throws -> any ExchangeUnderContract {
            switch self {
            case .script: await ScriptUnderContract(statement)
            case .real where statement.provider == .carrier: try await CarrierUnderContract(statement)
            case .real: try await RealUnderContract(statement)
            }
        }
    }

    @Test(arguments: Contract.statements, Subject.allCases)
    func `reports match the contract`(_ statement: ContractStatement, by subject: Subject) async throws {
        let reported = try await Self.reported(statement, by: try await subject.make(statement))
        #expect(reported == statement.reported)
    }

    @Test(arguments: Contract.statements.filter(ExploredUnderContract.plays))
    func `the reports to the phone in the searches match the contract`(_ statement: ContractStatement) async throws {
        #expect(try await Self.reported(statement, by: ExploredUnderContract(statement)) == statement.reported)
    }

    @Test(arguments: ExploredUnderContract.unplayable.keys.sorted())
    func `the searches cannot play the statements listed as unplayable`(_ words: String) async throws {
        let statement = try #require(Contract.statements.first { $0.description == words })
        let reported = try? await Self.reported(statement, by: ExploredUnderContract(statement))
        #expect(reported != statement.reported)
    }

    private static func reported(
        _ statement: ContractStatement, by exchange: any ExchangeUnderContract
    ) async throws -> [String] {
        do { try await statement.play(exchange) } catch {
            await exchange.finish()
            throw error
        }
        let reported = exchange.record.rows
        await exchange.finish()
        return Self.countsAttempts(statement.reported) ? reported : reported.map(Self.withoutFurtherAttempts)
    }

    /// How often a client has tried until an exchange is back is up to the machine, except where a statement is about that.
    private static func countsAttempts(_ reported: [String]) -> Bool {
        reported.contains { $0.contains(furtherAttempt) }
    }

    private static func withoutFurtherAttempts(_ row: String) -> String {
        row.split(separator: ", ").reduce(into: [Substring]()) { words, word in
            if word != "reconnecting" || words.last != word { words.append(word) }
        }.joined(separator: ", ")
    }

    private static let furtherAttempt = "reconnecting, reconnecting"

    /// Scripts that are kinder than the real exchange. Some statement must catch each.
    @Test(arguments: InjectedLeniency.allCases)
    func `a script that is kinder is caught`(_ kindness: InjectedLeniency) async throws {
        for statement in Contract.statements {
            let script = await ScriptUnderContract(statement, planted: kindness)
            if try await Self.reported(statement, by: script) != statement.reported { return }
        }
        if try await APIContractTests.catches(kindness) { return }
        Issue.record("no statement catches \(kindness.rawValue)")
    }

    @Test func `the script waits as long as the real client and the real exchange`() {
        let limits = ScriptedLimits()
        #expect(limits.reconnection == SignalingSettings().reconnection)
        #expect(limits.resumeTime == ServerLimits().detached)
        #expect(limits.connectTime <= WebSocketTransport.Configuration().dialTimeLimit)
    }

    @Test func `the searches wait as long as the script for a phone whose process has ended`() {
        let limits = ScriptedLimits()
        #expect(ExploredEnvironment.resumeTime == limits.resumeTime)
        #expect(ExploredEnvironment.deadTime == limits.deadTime)
        #expect(ExploredEnvironment.callerGraceTime == limits.callerGraceTime)
        #expect(ExploredEnvironment.unknownCallWait == limits.unknownCallWait)
    }
}
