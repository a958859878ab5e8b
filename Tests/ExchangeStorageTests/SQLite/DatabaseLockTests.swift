import ExchangeStorage
import Foundation
import Testing

@Suite struct DatabaseLockTests {
    @Test func `a second exchange is refused an open database, with the remedy`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let first = try ExchangeDatabase(path: folder.path())
        let error = try #require(throws: StorageError.self) { try ExchangeDatabase(path: folder.path()) }
        #expect(error.code == .inUse)
        #expect(error.description.contains("in use by another exchange"))
        #expect(error.description.contains("stop that one"))
        try first.append(JournalStory.answered(JournalStory.session(1)), clock: JournalStory.clock)
    }

    @Test func `the lock holds under another name of the same file`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let first = try ExchangeDatabase(path: folder.path())
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("alias.sqlite"), withDestinationPath: folder.path())
        let error = #expect(throws: StorageError.self) { try ExchangeDatabase(path: folder.path("alias.sqlite")) }
        #expect(error?.code == .inUse)
        try first.close()
    }

    @Test func `once it is closed the next may have it`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        for _ in 1...3 { try ExchangeDatabase(path: folder.path()).close() }
        let (mine, other) = (
            try ExchangeDatabase(path: folder.path()), try ExchangeDatabase(path: folder.path("other"))
        )
        #expect(throws: StorageError.self) { try ExchangeDatabase(path: folder.path("other")) }
        try mine.close()
        try other.close()
    }

    @Test func `a refused exchange does not hold the lock`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let first = try ExchangeDatabase(path: folder.path())
        #expect(throws: StorageError.self) { try ExchangeDatabase(path: folder.path()) }
        try first.close()
        try ExchangeDatabase(path: folder.path()).close()
        try "not a database, but long enough to be looked at as one".write(
            toFile: folder.path("broken"), atomically: true, encoding: .utf8)
        for _ in 1...2 {
            let error = #expect(throws: StorageError.self) { try ExchangeDatabase(path: folder.path("broken")) }
            #expect(error?.code == .open)
        }
    }

    @Test func `a killed process does not hold the lock`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try ExchangeDatabase(path: folder.path()).close()
        // Another process that holds the lock as an exchange does.
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        holder.arguments = [
            "flock", "--no-fork", "--nonblock", folder.path() + ".lock", "sh", "-c", "echo held; exec cat",
        ]
        let (input, output) = (Pipe(), Pipe())
        holder.standardInput = input
        holder.standardOutput = output
        try holder.run()
        #expect(try output.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8))
        let error = #expect(throws: StorageError.self) { try ExchangeDatabase(path: folder.path()) }
        #expect(error?.code == .inUse)
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        #expect(holder.terminationReason == .uncaughtSignal)
        try ExchangeDatabase(path: folder.path()).close()
        try input.fileHandleForWriting.close()
    }
}
