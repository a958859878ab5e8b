import DeviceModel
import Foundation
import PhoneKit
import Testing

/// The store an iPhone has, on a disk whose power fails after any number of its steps.
@Suite struct PowerCutStoreTests {
    private static let old = Data("the record before".utf8)
    private static let new = Data("the record after, a longer one".utf8)

    /// The content after the power failed at each step of a write, and whether the store had reported the write as done.
    private func found(synchronizes: Bool, _ loss: PowerFailure) throws -> [(bytes: Data?, isBelieved: Bool)] {
        let count = try stepsOfOneWrite()
        return try (0...count).map { taken in
            let folder = FolderUnderTest(synchronizes: synchronizes)
            folder.put("record", String(decoding: Self.old, as: UTF8.self))
            folder.cutPower(after: taken)
            try folder.store.replace("record", with: Self.new, protection: .untilFirstUnlock)
            folder.restart(loss)
            return (try? folder.store.read("record", sizeMax: 100), taken == count)
        }
    }

    private func stepsOfOneWrite() throws -> Int {
        let folder = FolderUnderTest()
        folder.put("record", "x")
        try folder.store.replace("record", with: Self.new, protection: .untilFirstUnlock)
        return folder.steps.count
    }

    @Test
    func `S8: bytes are on the disk before they take the place of others, and the folder before the store returns`()
        throws
    {
        let folder = FolderUnderTest()
        try folder.store.replace("record", with: Data("four".utf8), protection: .untilFirstUnlock)
        #expect(
            folder.steps == [
                .remove(path: "record.new"), .truncate(path: "record.new", .untilFirstUnlock),
                .append(path: "record.new", Array("fo".utf8)), .append(path: "record.new", Array("ur".utf8)),
                .synchronize(path: "record.new"), .rename(from: "record.new", to: "record"), .synchronizeFolder,
            ])
    }

    @Test(arguments: PowerFailure.allCases)
    func `S8: cut at any step, the old bytes or the new ones are there, and the new ones once that was said`(
        loss: PowerFailure
    ) throws {
        for (step, found) in try found(synchronizes: true, loss).enumerated() {
            let isWhole = found.bytes == Self.new || (found.bytes == Self.old && !found.isBelieved)
            #expect(isWhole, "cut after \(step) steps: \(String(decoding: found.bytes ?? Data(), as: UTF8.self))")
        }
    }

    @Test(arguments: PowerFailure.allCases)
    func `a file system that waits for nothing is caught by the same cuts`(loss: PowerFailure) throws {
        let broken = try found(synchronizes: false, loss).filter { found in
            found.bytes != Self.new && (found.bytes != Self.old || found.isBelieved)
        }
        #expect(!broken.isEmpty)
    }

    @Test func `a file left half written by a power cut is written anew, and the next cut finds it whole`() throws {
        let folder = FolderUnderTest()
        try folder.store.replace("record", with: Self.old, protection: .untilFirstUnlock)
        folder.cutPower(after: 3)
        try folder.store.replace("record", with: Self.new, protection: .untilFirstUnlock)
        folder.restart(PowerFailure(.half))
        #expect(folder.names == ["record", "record.new"])
        try folder.store.replace("record", with: Self.new, protection: .untilFirstUnlock)
        #expect(folder.names == ["record"])
        folder.restart(PowerFailure())
        #expect(try folder.store.read("record", sizeMax: 100) == Self.new)
    }

    @Test func `S8: before the first unlock a file is locked, is not written over, and is whole afterwards`() throws {
        let folder = FolderUnderTest()
        let store = folder.store
        try store.replace("record", with: Self.old, protection: .untilFirstUnlock)
        folder.isLocked = true
        #expect(throws: FileStoreError(.locked, "record")) { try store.read("record", sizeMax: 100) }
        #expect(throws: FileStoreError(.locked, "record.new")) {
            try store.replace("record", with: Self.new, protection: .untilFirstUnlock)
        }
        try store.replace("open", with: Self.new, protection: .none)
        #expect(try store.read("open", sizeMax: 100) == Self.new)
        folder.isLocked = false
        #expect(try store.read("record", sizeMax: 100) == Self.old)
    }

    @Test func `a full disk is reported, and the earlier content stays`() throws {
        let folder = FolderUnderTest()
        try folder.store.replace("record", with: Self.old, protection: .untilFirstUnlock)
        folder.isFull = true
        #expect(throws: FileStoreError.self) {
            try folder.store.replace("record", with: Self.new, protection: .untilFirstUnlock)
        }
        #expect(folder.names == ["record"])
        #expect(try folder.store.read("record", sizeMax: 100) == Self.old)
    }
}
