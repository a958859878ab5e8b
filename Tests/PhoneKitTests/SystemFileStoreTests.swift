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

    @Test func `a replaced file is read back, and no other file is left`() throws {
        try inFolder { store, folder in
            try store.replace("a", with: Data("one".utf8), protection: .none)
            try store.replace("a", with: Data("two".utf8), protection: .untilFirstUnlock)
            #expect(try store.read("a", sizeMax: 3) == Data("two".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        }
    }

    @Test func `a missing file, one too large and a folder are distinguished`() throws {
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

    @Test func `a half-written file of a dead process does no harm, and is removed`() throws {
        try inFolder { store, folder in
            try store.replace("a", with: Data("one".utf8), protection: .none)
            try Data("tw".utf8).write(to: folder.appending(path: "a.new"))
            #expect(try store.read("a", sizeMax: 3) == Data("one".utf8))
            try store.replace("a", with: Data("two".utf8), protection: .none)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        }
    }

    @Test func `a replacement that fails leaves no file beside it`() throws {
        try inFolder { store, folder in
            let place = folder.appending(path: "a")
            let inside = place.appending(path: "full")
            try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
            #expect(code { try store.replace("a", with: Data("one".utf8), protection: .none) } == .failed)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        }
    }

    @Test func `folders that are not there are made, however many`() throws {
        try inFolder { _, folder in
            let store = SystemFileStore(folder: folder.appending(path: "Library/Application Support/Phone"))
            try store.replace("a", with: Data("one".utf8), protection: .untilFirstUnlock)
            #expect(try store.read("a", sizeMax: 3) == Data("one".utf8))
        }
    }

    @Test(arguments: [(EPERM, FileStoreError.Code.locked), (EACCES, .locked), (ENOENT, .missing), (ENOSPC, .failed)])
    func `errors of the system are distinguished, a locked file above all`(
        number: Int32, expected: FileStoreError.Code
    ) {
        #expect(FileStoreError(number: number, of: "a").code == expected)
        let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
        #expect(FileStoreError(error, of: "a").code == expected)
    }

    @Test func `S8: a file that may not be read now is locked, and stays as it is`() throws {
        try inFolder { store, folder in
            let place = folder.appending(path: "a").path
            try store.replace("a", with: Data("one".utf8), protection: .none)
            #expect(chmod(place, 0o644) == 0)
            try withoutRoot {
                let open = try store.read("a", sizeMax: 3)
                #expect(open == Data("one".utf8))
            }
            #expect(chmod(place, 0) == 0)
            #expect(chmod(folder.path, 0o555) == 0)
            try withoutRoot {
                #expect(code { _ = try store.read("a", sizeMax: 3) } == .locked)
                #expect(code { try store.replace("a", with: Data("two".utf8), protection: .none) } == .locked)
            }
            #expect(chmod(folder.path, 0o755) == 0)
            #expect(chmod(place, 0o644) == 0)
            #expect(try store.read("a", sizeMax: 3) == Data("one".utf8))
        }
    }

    /// Runs something as a user to whom files can be closed: to root, as whom tests may run, none is. The kernel changes the
    /// user for files of one thread, so the body does not wait. Source: setfsuid(2), which Glibc's module leaves out.
    private func withoutRoot(_ body: () throws -> Void) throws {
        guard geteuid() == 0 else { return try body() }
        let setUser = unsafeBitCast(
            try #require(dlsym(nil, "setfsuid")), to: (@convention(c) (UInt32) -> Int32).self)
        _ = setUser(65_534)
        defer { _ = setUser(0) }
        try body()
    }
}
