import Foundation
import PhoneCore
import PhoneKit
import Testing

@MainActor
@Suite struct RecordFileTests {
    let files = MemoryFiles()
    let outside = RecordingPorts()
    let sink = RecordingSink()

    private func open() -> RecordFile {
        let file = RecordFile(files: files, log: outside)
        file.sink = sink
        return file
    }

    @Test func `what one process stores the next one finds`() {
        let first = open()
        #expect(first.read() == .none)
        first.store(PhoneRecord())
        #expect(open().read() == .found(PhoneRecord()))
        #expect(files.protection(RecordFile.name) == .untilFirstUnlock)
    }

    @Test(arguments: ["", "{", "null", "[]", "{}", #"{"schema":"1"}"#, #"{"schema":1,"calls":7}"#])
    func `a record that cannot be understood is set aside, and counts as none`(text: String) {
        files.put(RecordFile.name, text)
        #expect(open().read() == .none)
        #expect(files.names == [RecordFile.name + ".unreadable"])
        #expect(files.bytes(RecordFile.name + ".unreadable") == Data(text.utf8))
        #expect(outside.faults.map(\.code) == [.recordUnreadable])
    }

    @Test func `a record of a later version is set aside`() {
        files.put(RecordFile.name, #"{"schema":99}"#)
        #expect(open().read() == .none)
        #expect(files.names == [RecordFile.name + ".newer"])
        #expect(outside.faults.map(\.code) == [.recordSchema])
    }

    @Test func `a record of a megabyte is not read`() {
        files.put(RecordFile.name, String(repeating: " ", count: 1 << 20))
        #expect(open().read() == .none)
        #expect(files.names == [RecordFile.name + ".unreadable"])
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

    @Test func `a record that cannot be written is told to the phone`() {
        let file = open()
        _ = file.read()
        files.isFull = true
        file.store(PhoneRecord())
        #expect(sink.events == [.storeFailed])
        #expect(outside.faults.map(\.code) == [.recordNotWritten])
    }
}
