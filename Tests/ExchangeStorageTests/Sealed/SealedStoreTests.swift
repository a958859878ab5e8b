import Testing

@Suite struct SealedStoreTests {
    @Test(arguments: StoreUnderTest.allCases, SealedStoreBehaviour.all.indices)
    func `every rule of a store of sealed values is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try SealedStoreBehaviour.all[rule].proof($0) }
    }
}
