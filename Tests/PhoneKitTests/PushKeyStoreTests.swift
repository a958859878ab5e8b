import Foundation
import PhoneCore
import PhoneKit
import Testing

/// The file of the push keys, while it can be read and while it cannot.
@MainActor
@Suite struct PushKeyStoreTests {
    private let files = FolderUnderTest()
    private let outside = RecordingPorts()
    private let sink = RecordingSink()

    /// A process that has not read the file yet.
    private func open() -> PushKeyStore {
        let store = PushKeyStore(files: files.store, names: CountedNames(), log: outside)
        store.sink = sink
        return store
    }

    /// The file as an earlier process left it, so that it can be locked.
    private func keepLocked() throws {
        files.put(PushKeyStore.name, String(decoding: try #require(files.bytes(PushKeyStore.name)), as: UTF8.self))
        files.isLocked = true
    }

    @Test func `a key that cannot be read at the moment is not written over by a new one`() throws {
        let first = open()
        first.make()
        let key = try #require(first.newest)
        try keepLocked()
        open().make()
        #expect(sink.events == [.pushKeys(.made(key)), .pushKeys(.notMade)])
        files.isLocked = false
        #expect(open().newest == key)
    }

    @Test func `a file too large to be one of keys is replaced`() {
        files.put(PushKeyStore.name, String(repeating: " ", count: 5_000))
        let store = open()
        store.make()
        #expect(store.newest != nil && open().newest == store.newest)
    }
}
