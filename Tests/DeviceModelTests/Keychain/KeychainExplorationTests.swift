import DeviceModel
import Explorer
import Testing

struct KeychainExplorationTests {
    @Test(arguments: KeychainAccessibility.allCases)
    func `no order of updates, locks and restarts loses a credential`(accessibility: KeychainAccessibility) {
        let result = Explorer(KeychainOrder(.update, accessibility)).run()
        #expect(result.isComplete)
        #expect(result[KeychainOrder.isKept]?.isSatisfied == true)
        let isNeverRenewedLocked = !accessibility.isReachable(.locked)
        let counts =
            isNeverRenewedLocked
            ? ExplorationCounts(states: 6, transitions: 11, depth: 2, terminal: 0)
            : ExplorationCounts(states: 9, transitions: 18, depth: 3, terminal: 0)
        #expect(result.counts == counts)
    }

    @Test func `only items of class after-first-unlock are renewed on a locked phone`() {
        let renewed = KeychainAccessibility.allCases.filter { accessibility in
            Explorer(KeychainOrder(.update, accessibility)).run()[KeychainOrder.isRenewedLocked]?.isSatisfied == true
        }
        #expect(renewed == [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly])
    }

    @Test(arguments: KeychainAccessibility.allCases)
    func `deleting before adding loses it`(accessibility: KeychainAccessibility) {
        let result = Explorer(KeychainOrder(.deleteThenAdd, accessibility)).run()
        #expect(result[KeychainOrder.isKept]?.isSatisfied == false)
    }

    @Test func `the shortest loss is a deletion and a death`() throws {
        let result = Explorer(KeychainOrder(.deleteThenAdd, .afterFirstUnlock)).run()
        let trace = try #require(result[KeychainOrder.isKept]?.trace)
        #expect(trace.steps.map(\.action).last != .goOn)
        #expect(trace.steps.count == 2)
    }

    @Test func `with the seeds' class a lock between the two is enough`() throws {
        var state = try #require(KeychainOrder(.deleteThenAdd, .whenUnlocked).initialStates.first)
        let model = KeychainOrder(.deleteThenAdd, .whenUnlocked)
        for action in [KeychainOrder.Action.beginRenewal, .lock, .goOn, .unlock] {
            state = try #require(model.step(state, action))
        }
        #expect(state.book.items.isEmpty)
    }
}
