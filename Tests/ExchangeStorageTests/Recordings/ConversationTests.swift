import Testing

@Suite struct ConversationTests {
    @Test(arguments: StoreUnderTest.allCases, ConversationBehavior.all.indices)
    func `every rule of a store of recorded conversations is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try ConversationBehavior.all[rule].proof($0) }
    }
}
