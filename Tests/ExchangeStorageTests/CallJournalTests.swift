import ExchangeStorage
import Testing

/// The rules of journals, kept by the one that comes with the exchange.
@Suite struct CallJournalTests {
    @Test(arguments: CallJournalBehaviour.all.indices)
    func `in memory every rule of a journal is kept`(rule: Int) throws {
        let journal = try ExchangeDatabase(path: nil)
        #expect(throws: Never.self) { try CallJournalBehaviour.all[rule].proof(journal) }
    }

    @Test(arguments: CallJournalBehaviour.all.indices)
    func `in a file every rule of a journal is kept`(rule: Int) throws {
        let folder = try Folder()
        defer { folder.remove() }
        let journal = try ExchangeDatabase(path: folder.path())
        #expect(throws: Never.self) { try CallJournalBehaviour.all[rule].proof(journal) }
        try journal.close()
    }
}
