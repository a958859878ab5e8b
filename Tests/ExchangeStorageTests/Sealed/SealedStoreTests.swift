import Testing

@Suite struct SealedStoreTests {
    @Test(arguments: StoreUnderTest.allCases, SealedStoreBehavior.all.indices)
    func `every rule of a store of sealed values is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try SealedStoreBehavior.all[rule].proof($0) }
    }
}
