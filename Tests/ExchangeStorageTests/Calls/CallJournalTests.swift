import Testing

@Suite struct CallJournalTests {
    @Test(arguments: StoreUnderTest.allCases, CallJournalBehaviour.all.indices)
    func `every rule of a journal is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try CallJournalBehaviour.all[rule].proof($0) }
    }
}
