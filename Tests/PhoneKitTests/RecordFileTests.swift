import CallModel
import DeviceModel
import Foundation
import PhoneCore
import PhoneKit
import Testing

@MainActor
@Suite struct RecordFileTests {
    let files = FolderUnderTest()
    let outside = RecordingPorts()
    let sink = RecordingSink()

    private func open() -> RecordFile {
        let file = RecordFile(files: files.store, log: outside)
        file.sink = sink
        return file
    }

    @Test func `a record stored by one process is found by the next`() {
        let first = open()
        #expect(first.read() == .none)
        first.store(PhoneRecord())
        #expect(open().read() == .found(PhoneRecord()))
        #expect(files.protection(RecordFile.name) == .untilFirstUnlock)
    }

    @Test(arguments: ["", "{", "null", "[]", "{}", #"{"schema":"1"}"#, #"{"schema":1,"calls":7}"#])
    func `an unreadable record is set aside and does not count as a first start`(text: String) {
        files.put(RecordFile.name, text)
        #expect(open().read() == .unreadable)
        #expect(files.names == [RecordFile.name + ".unreadable"])
        #expect(files.bytes(RecordFile.name + ".unreadable") == Data(text.utf8))
        #expect(outside.faults.map(\.code) == [.recordUnreadable])
    }

    @Test func `a record that can be neither read nor set aside is not overwritten`() {
        let store = StuckStore(store: files.store)
        files.put(RecordFile.name, "half a rec")
        let file = RecordFile(files: store, log: outside)
        file.sink = sink
        #expect(file.read() == .unreadable)
        file.store(PhoneRecord())
        #expect(files.bytes(RecordFile.name) == Data("half a rec".utf8))
        #expect(sink.events == [.storeFailed])
        #expect(outside.faults.map(\.code) == [.recordUnreadable, .recordNotWritten, .recordNotWritten])
    }

    @Test func `a record of a later version is set aside`() {
        files.put(RecordFile.name, #"{"schema":99}"#)
        #expect(open().read() == .unreadable)
        #expect(files.names == [RecordFile.name + ".newer"])
        #expect(outside.faults.map(\.code) == [.recordSchema])
    }

    @Test func `a record of a megabyte is not read`() {
        files.put(RecordFile.name, String(repeating: " ", count: 1 << 20))
        #expect(open().read() == .unreadable)
        #expect(files.names == [RecordFile.name + ".unreadable"])
    }

    @Test(arguments: [1, 7, 40])
    func `half a record is not believed, wherever it ends`(bytesLeft: Int) {
        let first = open()
        _ = first.read()
        first.store(PhoneRecord())
        let whole = files.bytes(RecordFile.name) ?? Data()
        files.put(RecordFile.name, String(decoding: whole.dropLast(whole.count - bytesLeft), as: UTF8.self))
        #expect(open().read() == .unreadable)
        #expect(outside.faults.map(\.code) == [.recordUnreadable])
    }

    @Test func `before the first unlock the record is closed, and nothing is written over it`() {
        let before = open()
        _ = before.read()
        before.store(PhoneRecord())
        let bytes = files.bytes(RecordFile.name)
        files.isLocked = true
        let file = open()
        #expect(file.read() == .locked)
        files.isLocked = false
        file.store(PhoneRecord())
        #expect(sink.events == [.storeFailed])
        #expect(files.bytes(RecordFile.name) == bytes)
        #expect(files.replacements == 1)
        #expect(file.read() == .found(PhoneRecord()))
        file.store(PhoneRecord())
        #expect(files.replacements == 2)
    }

    @Test func `a record that cannot be written is reported to the phone`() {
        let file = open()
        _ = file.read()
        files.isFull = true
        file.store(PhoneRecord())
        #expect(sink.events == [.storeFailed])
        #expect(outside.faults.map(\.code) == [.recordNotWritten])
    }

    @Test func `on a full disk the old record stays, and nothing else`() {
        var later = PhoneRecord()
        later.otherCalls = [CallUUID(UUIDValue(high: 1, low: 2))]
        let file = open()
        _ = file.read()
        file.store(PhoneRecord())
        files.isFull = true
        file.store(later)
        #expect(files.names == [RecordFile.name])
        #expect(open().read() == .found(PhoneRecord()))
        files.isFull = false
        file.store(later)
        #expect(open().read() == .found(later))
    }
}

/// A store whose files keep their names.
private struct StuckStore: FileStore {
    let store: SystemFileStore

    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data { try store.read(name, sizeMax: sizeMax) }

    func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError) {
        try store.replace(name, with: bytes, protection: protection)
    }

    func rename(_ name: String, to other: String) throws(FileStoreError) { throw FileStoreError(.failed, name) }
}
