import CallModel
import PhoneCore
import Scenarios
import Testing

/// The scripted exchange and the real one are held against the same statements: a script that is kinder, or harsher, than
/// what is real fails here.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct ContractTests {
    enum Subject: String, CaseIterable, Sendable {
        case script, real

        @MainActor func make(_ statement: ContractStatement) async throws -> any ExchangeUnderContract {
            switch self {
            case .script: await ScriptUnderContract(statement.hasCredentials ? .given : .missing)
            case .real: try await RealUnderContract(hasCredentials: statement.hasCredentials)
            }
        }
    }

    @Test(arguments: Contract.statements, Subject.allCases)
    func `what is told is what the contract says`(_ statement: ContractStatement, by subject: Subject) async throws {
        let told = try await Self.told(statement, by: subject)
        #expect(told == statement.told)
    }

    /// - Parameter plant: what becomes of each event on its way to the phone.
    private static func told(
        _ statement: ContractStatement, by subject: Subject, plant: ((PhoneEvent) -> PhoneEvent?)? = nil
    ) async throws -> [String] {
        let exchange = try await subject.make(statement)
        if let plant { exchange.record.plant = plant }
        do { try await statement.play(exchange) } catch {
            await exchange.finish()
            throw error
        }
        let told = exchange.record.rows
        await exchange.finish()
        return told
    }

    /// Scripts that are kinder than what is real. Each must be caught by some statement.
    enum Kindness: String, CaseIterable, Sendable {
        case neverGivesUp = "a client that never gives a connection up"
        case alwaysTakesCredentials = "an exchange that takes any credentials"
        case refusesNoHold = "a line that can always be held"
        case linesOutliveConnections = "a line that outlives the connection it is on"

        func plant(_ event: PhoneEvent) -> PhoneEvent? {
            switch (self, event) {
            case (.neverGivesUp, .signaling(_, .disconnected(.unreachable))): nil
            case (.alwaysTakesCredentials, .signaling(let registration, .disconnected(.refused))):
                .signaling(registration, .ready)
            case (.refusesNoHold, .line(_, .failed(.hold))): nil
            case (.linesOutliveConnections, .line(_, .ended(let ending, _))) where ending.reason == .completed: nil
            default: event
            }
        }
    }

    @Test(arguments: Kindness.allCases) func `a script that is kinder is caught`(_ kindness: Kindness) async throws {
        for statement in Contract.statements {
            let told = try await Self.told(statement, by: .script) { kindness.plant($0) }
            if told != statement.told { return }
        }
        Issue.record("no statement catches \(kindness.rawValue)")
    }
}
