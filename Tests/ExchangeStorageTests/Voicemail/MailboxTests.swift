import Testing

@Suite struct MailboxTests {
    @Test(arguments: StoreUnderTest.allCases, MailboxBehaviour.all.indices)
    func `every rule of a store of mailboxes is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try MailboxBehaviour.all[rule].proof($0) }
    }
}
