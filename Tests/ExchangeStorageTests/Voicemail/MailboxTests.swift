import Testing

@Suite struct MailboxTests {
    @Test(arguments: StoreUnderTest.allCases, MailboxBehavior.all.indices)
    func `every rule of a store of mailboxes is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try MailboxBehavior.all[rule].proof($0) }
    }
}
