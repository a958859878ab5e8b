import CallModel
import Testing

@Suite struct CallTableTests {
    static let table = CallTable()

    @Test func `every state answers every event, and the rules hold`() {
        #expect(Self.table.rows.count == Self.table.states.count)
        #expect(Self.table.rows.allSatisfy { $0.count == Self.table.events.count })
        #expect(Set(Self.table.events.map(\.name)).count == Self.table.events.count)
        #expect(TableRules(table: Self.table).violations == [])
    }

    @Test func `the states that can be reached are as many as recorded`() throws {
        let recorded = try Checkout.text("Vectors/call-model.json")
        #expect(recorded.contains("\"stateCount\": \(Self.table.states.count),"))
    }

    @Test func `the machine does what the table says, and every refusal is reached`() {
        var refusals: Set<Refusal> = []
        for (index, row) in Self.table.rows.enumerated() {
            for (column, entry) in row.enumerated() {
                switch (Self.table.states[index].step(on: Self.table.events[column]), entry) {
                case (.refused(let refusal), .refused(let expected)):
                    #expect(refusal == expected)
                    refusals.insert(refusal)
                case (.moved(let state), .moved(let next)):
                    #expect(state == Self.table.states[next])
                case (.moved, .refused), (.refused, .moved):
                    Issue.record("\(Self.table.events[column]) in \(Self.table.states[index])")
                }
            }
        }
        #expect(Set(Refusal.allCases) == refusals)
    }

    @Test(arguments: [
        ("outbound active, hold on", "peerRinging", "outbound ringing"),
        ("inbound ringing", "hold", "inbound active, hold turningOn"),
        ("inbound ended(answeredElsewhere)", "linkRestored", "inbound active"),
        ("inbound active", "answer", "inbound answering"),
        ("inbound disconnecting(declined)", "answer", "inbound answering"),
        ("outbound active", "holdConfirmed", "outbound active, peer hold on"),
    ])
    func `a planted fault is noticed`(state: String, event: String, next: String) throws {
        var table = Self.table
        let row = try #require(table.states.firstIndex { $0.description == state })
        let column = try #require(table.events.firstIndex { $0.name == event })
        table.rows[row][column] = .moved(try #require(table.states.firstIndex { $0.description == next }))
        #expect(TableRules(table: table).violations != [])
    }

    @Test func `nearly every fault in one entry is noticed by the rules alone`() {
        var random = SplitMix(seed: 7)
        var noticed = 0
        let planted = 600
        for _ in 0..<planted {
            var table = Self.table
            let row = Int(random.next() % UInt64(table.rows.count))
            let column = Int(random.next() % UInt64(table.events.count))
            var next = Int(random.next() % UInt64(table.states.count))
            if table.rows[row][column] == .moved(next) { next = (next + 1) % table.states.count }
            table.rows[row][column] = .moved(next)
            if TableRules(table: table).violations(inRow: row) != [] { noticed += 1 }
        }
        #expect(noticed * 100 >= planted * 99, "noticed \(noticed) of \(planted)")
    }
}
