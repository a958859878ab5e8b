import Foundation
import PhoneKit
import Testing

@Suite struct SystemFileStoreTests {
    private func inFolder(_ body: (SystemFileStore, URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "phone-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(SystemFileStore(folder: folder), folder)
    }

    private func code(_ body: () throws -> Void) -> FileStoreError.Code? {
        do { try body() } catch { return (error as? FileStoreError)?.code }
        return nil
    }

    @Test func `what is put in place of a file is read back, and nothing else is left`() throws {
        try inFolder { store, folder in
            try store.replace("a", with: Data("one".utf8), protection: .none)
            try store.replace("a", with: Data("two".utf8), protection: .untilFirstUnlock)
            #expect(try store.read("a", sizeMax: 3) == Data("two".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        }
    }

    @Test func `a missing file, one too large and one that is a folder are told apart`() throws {
        try inFolder { store, folder in
            #expect(code { _ = try store.read("a", sizeMax: 3) } == .missing)
            try store.replace("a", with: Data("four".utf8), protection: .none)
            #expect(code { _ = try store.read("a", sizeMax: 3) } == .tooLarge)
            #expect(code { try store.rename("b", to: "c") } == .missing)
            try FileManager.default.createDirectory(at: folder.appending(path: "d"), withIntermediateDirectories: true)
            #expect(code { try store.replace("d", with: Data(), protection: .none) } != nil)
        }
    }

    @Test func `an empty file is empty, and a name is given over an older file of it`() throws {
        try inFolder { store, _ in
            try store.replace("a", with: Data(), protection: .none)
            try store.replace("b", with: Data("old".utf8), protection: .none)
            try store.rename("a", to: "b")
            #expect(try store.read("b", sizeMax: 3) == Data())
            #expect(code { _ = try store.read("a", sizeMax: 3) } == .missing)
        }
    }
}
