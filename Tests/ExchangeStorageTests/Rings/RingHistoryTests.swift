import Testing

@Suite struct RingHistoryTests {
    @Test(arguments: StoreUnderTest.allCases, RingHistoryBehavior.all.indices)
    func `every rule of a history of calls to numbers is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try RingHistoryBehavior.all[rule].proof($0) }
    }
}
