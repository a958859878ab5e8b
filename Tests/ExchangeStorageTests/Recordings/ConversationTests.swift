import Testing

@Suite struct ConversationTests {
    @Test(arguments: StoreUnderTest.allCases, ConversationBehaviour.all.indices)
    func `every rule of a store of recorded conversations is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try ConversationBehaviour.all[rule].proof($0) }
    }
}
