import CallModel
import Testing

@Suite struct ProjectionTests {
    static let table = CallTable()

    @Test func `every step of ours is a step of each platform, or a stay`() {
        #expect(Self.table.illegalSteps == [])
    }

    @Test func `each platform has as many names as it should, and every one is used`() {
        expectNames(CanonicalName.self, 15)
        expectNames(TelnyxIOSState.self, 8)
        expectNames(TelnyxAndroidState.self, 10)
        expectNames(WebState.self, 4)
        expectNames(Z360IOSState.self, 10)
        expectNames(PajamaState.self, 8)
    }

    @Test func `no step is added to a platform's table without need`() {
        expectNeeded(CanonicalName.self)
        expectNeeded(TelnyxIOSState.self)
        expectNeeded(TelnyxAndroidState.self)
        expectNeeded(WebState.self)
        expectNeeded(Z360IOSState.self)
        expectNeeded(PajamaState.self)
    }

    private func expectNames<Name: CallProjection>(_: Name.Type, _ count: Int) {
        #expect(Name.allCases.count == count)
        let used = Set(Self.table.states.compactMap { Name(of: $0) })
        #expect(Set(Name.allCases) == used, "\(Name.platform)")
    }

    private func expectNeeded<Name: CallProjection>(_: Name.Type) {
        var taken: Set<[String]> = []
        Self.table.forEachStep { state, _, next in
            let names = [Name(of: Self.table.states[state]), Name(of: Self.table.states[next])]
            taken.insert(names.map { $0?.rawValue ?? "none" })
        }
        for steps in Name.closures {
            for to in steps.to {
                #expect(taken.contains([steps.from.rawValue, to.rawValue]), "\(Name.platform): \(steps.from) → \(to)")
                let known = Name.documented.contains { $0.from == steps.from && $0.to.contains(to) }
                #expect(!known, "\(Name.platform): \(steps.from) → \(to) is documented")
            }
        }
    }
}
