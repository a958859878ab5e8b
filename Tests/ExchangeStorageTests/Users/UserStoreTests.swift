import Testing

@Suite struct UserStoreTests {
    @Test(arguments: StoreUnderTest.allCases, UserStoreBehavior.all.indices)
    func `every rule of a store of users is kept`(store: StoreUnderTest, rule: Int) async throws {
        try await store.open { users, accounts in
            await #expect(throws: Never.self) { try await UserStoreBehavior.all[rule].proof(users, accounts) }
        }
    }
}
