import CallModel
import Foundation
import Testing

/// Every fault that one entry of the table can have: a step refused, sent elsewhere, or taken though it is refused.
@Suite struct TableMutantTests {
    private static let table = CallTable()

    private struct Count {
        var mutants = 0
        var byRules = 0
        var byVectors = 0
        var survivors: [String] = []
    }

    @Test func `every step that is refused is noticed`() throws {
        let count = try plant { entry in
            if case .moved = entry { [.refused(.notStarted)] } else { [] }
        }
        #expect(count.survivors == [])
        #expect(count.mutants == 2_060)
        #expect(count.byRules >= 500, "the rules alone noticed \(count.byRules)")
    }

    @Test func `every step to any other state is noticed, nearly always by the rules alone`() throws {
        let targets = Self.table.states.indices
        let count = try plant { entry in
            guard case .moved(let next) = entry else { return [] }
            return targets.filter { $0 != next }.map { .moved($0) }
        }
        #expect(count.survivors == [])
        #expect(count.mutants == 2_060 * 124)
        #expect(count.byRules * 100 >= count.mutants * 98, "the rules alone noticed \(count.byRules)")
    }

    @Test func `every refusal that is lifted is noticed, nearly always by the rules alone`() throws {
        let targets = Self.table.states.indices
        let count = try plant { entry in
            if case .refused = entry { targets.map { .moved($0) } } else { [] }
        }
        #expect(count.survivors == [])
        #expect(count.mutants == (125 * 41 - 2_060) * 125)
        #expect(count.byRules * 100 >= count.mutants * 99, "the rules alone noticed \(count.byRules)")
    }

    @Test func `every refusal for another reason is noticed`() throws {
        let count = try plant { entry in
            guard case .refused(let reason) = entry else { return [] }
            return Refusal.allCases.filter { $0 != reason }.map { .refused($0) }
        }
        #expect(count.survivors == [])
        #expect(count.byVectors == count.mutants)
    }

    /// Plants mutants of each entry, one at a time. The rules know nothing of the machine; the vectors record its behavior.
    private func plant(_ mutants: (CallTable.Entry) -> [CallTable.Entry]) throws -> Count {
        let rules = TableRules(table: Self.table)
        let vectors = try RecordedOutcomes()
        var count = Count()
        for (row, entries) in Self.table.rows.enumerated() {
            for (column, entry) in entries.enumerated() {
                for mutant in mutants(entry) {
                    count.mutants += 1
                    if rules.notices(mutant, row: row, column: column) {
                        count.byRules += 1
                    } else if !vectors.agree(with: mutant, row: row, column: column) {
                        count.byVectors += 1
                    } else {
                        count.survivors.append("\(Self.table.events[column]) in \(Self.table.states[row]): \(mutant)")
                    }
                }
            }
        }
        return count
    }
}

/// What the vectors say of each pair: the next state, or the rule that refuses.
private struct RecordedOutcomes {
    private let entries: [[String]]

    init() throws {
        let bytes = Data(try Checkout.text("Vectors/call-model.json").utf8)
        let file = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let rows = try #require(file["outcomes"] as? [[Any]])
        entries = rows.map { row in
            row.map { outcome in
                if let effects = outcome as? [Any], let next = effects.first as? Int { return "\(next)" }
                return outcome as? String ?? ""
            }
        }
    }

    func agree(with entry: CallTable.Entry, row: Int, column: Int) -> Bool {
        switch entry {
        case .moved(let next): entries[row][column] == "\(next)"
        case .refused(let refusal): entries[row][column] == "\(refusal)"
        }
    }
}
