import ExchangeStorage
import Redaction
import Testing

/// Messages left for users, in SQLite.
@Suite struct VoicemailTests {
    @Test(arguments: MailboxBehaviour.all.indices)
    func `SQLite in memory keeps every rule of a store of mailboxes`(rule: Int) throws {
        let store = try ExchangeDatabase(path: nil)
        #expect(throws: Never.self) { try MailboxBehaviour.all[rule].proof(store) }
    }

    @Test(arguments: MailboxBehaviour.all.indices)
    func `SQLite in a file keeps every rule of a store of mailboxes`(rule: Int) throws {
        let folder = try Folder()
        defer { folder.remove() }
        let store = try ExchangeDatabase(path: folder.path())
        #expect(throws: Never.self) { try MailboxBehaviour.all[rule].proof(store) }
    }

    @Test func `a user who is removed leaves no message behind`() throws {
        let database = try ExchangeDatabase(path: nil)
        try database.keep(MailboxBehaviour.message("a"), sound: [1])
        try database.removeUser(named: "ben")
        #expect(try database.messages(of: "ben") == [])
    }
}
