import Testing

@Suite struct RecordingStoreTests {
    @Test(arguments: StoreUnderTest.allCases, RecordingStoreBehavior.all.indices)
    func `every rule of a store of recordings is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try RecordingStoreBehavior.all[rule].proof($0) }
    }
}
