import Testing

@Suite struct CallJournalTests {
    @Test(arguments: StoreUnderTest.allCases, CallJournalBehavior.all.indices)
    func `every rule of a journal is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try CallJournalBehavior.all[rule].proof($0) }
    }
}
