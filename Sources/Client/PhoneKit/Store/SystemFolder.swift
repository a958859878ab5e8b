public import Foundation

/// The file system calls of a store, in one folder. ``SystemFileStore`` decides their order.
///
/// Each call may fail, and the process may die or the power be cut between any two calls. Tests of the store check the
/// remaining files with a file system that they can stop.
public protocol FileSystem: Sendable {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - name: the file's name, without a folder.
    ///   - sizeMax: the most bytes it may have.
    /// - Throws: `missing`, `locked`, `tooLarge`, `failed`.
    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data

    /// Makes an empty file where none exists, and the folder if it does not exist.
    ///
    /// - Throws: `locked` if the file's protection does not allow writing now; `failed`.
    func create(_ name: String, protection: FileProtectionClass) throws(FileStoreError)

    /// Appends bytes to a file. If it throws, part of the bytes may be in the file.
    ///
    /// - Throws: `missing`; `locked` if the file's protection does not allow writing now; `failed`.
    func append(_ bytes: Data, to name: String) throws(FileStoreError)

    /// Waits until the contents of a file are on the disk.
    ///
    /// - Throws: `missing`; `failed`.
    func synchronize(_ name: String) throws(FileStoreError)

    /// Renames a file. Replaces a file that has the other name: a reader finds the one or the other.
    ///
    /// - Throws: `missing`; `failed`.
    func rename(_ name: String, to other: String) throws(FileStoreError)

    /// Waits until the present names in the folder are on the disk.
    ///
    /// - Throws: `failed`.
    func synchronizeFolder() throws(FileStoreError)

    /// Removes a file.
    ///
    /// - Throws: `missing` if there is none.
    func remove(_ name: String) throws(FileStoreError)
}

/// A folder on the device's disk.
public struct SystemFolder: FileSystem {
    private let folder: URL

    /// Makes a file system in a folder, which need not exist yet.
    public init(_ folder: URL) {
        self.folder = folder
    }

    public func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data {
        try Self.translating(name) {
            let handle = try FileHandle(forReadingFrom: folder.appending(path: name))
            defer { try? handle.close() }
            let bytes = try handle.read(upToCount: sizeMax + 1) ?? Data()
            guard bytes.count <= sizeMax else { throw FileStoreError(.tooLarge, name) }
            return bytes
        }
    }

    public func create(_ name: String, protection: FileProtectionClass) throws(FileStoreError) {
        try Self.translating(name) {
            try makeFolder()
            let options: Data.WritingOptions = [.withoutOverwriting, protection.writingOption]
            try Data().write(to: folder.appending(path: name), options: options)
            #if canImport(Darwin)
                // A file that is readable before the first unlock belongs to this device only, and must not be readable
                // in a backup.
                if protection == .none { try excludeFromBackup(name) }
            #endif
        }
    }

    #if canImport(Darwin)
        private func excludeFromBackup(_ name: String) throws {
            var file = folder.appending(path: name)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try file.setResourceValues(values)
        }
    #endif

    public func append(_ bytes: Data, to name: String) throws(FileStoreError) {
        try Self.translating(name) {
            let handle = try FileHandle(forWritingTo: folder.appending(path: name))
            defer { try? handle.close() }
            try handle.seekToEnd()
            try handle.write(contentsOf: bytes)
        }
    }

    public func synchronize(_ name: String) throws(FileStoreError) {
        try Self.checking(name, flush(folder.appending(path: name).path))
    }

    public func rename(_ name: String, to other: String) throws(FileStoreError) {
        try Self.checking(name, move(folder.appending(path: name).path, folder.appending(path: other).path))
    }

    public func synchronizeFolder() throws(FileStoreError) {
        try Self.checking(folder.lastPathComponent, flush(folder.path))
    }

    public func remove(_ name: String) throws(FileStoreError) {
        try Self.checking(name, delete(folder.appending(path: name).path))
    }

    /// Makes the folder and the missing ones above it, and synchronizes the folder above each, so that the new names
    /// are on the disk.
    private func makeFolder() throws {
        var missing: [URL] = []
        var place = folder.standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.pathComponents.count > 1 {
            missing.append(place)
            place = place.deletingLastPathComponent()
        }
        guard !missing.isEmpty else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for made in missing { try Self.checking(made.lastPathComponent, flush(made.deletingLastPathComponent().path)) }
    }

    private static func translating<Value>(
        _ name: String, _ body: () throws -> Value
    ) throws(FileStoreError) -> Value {
        do { return try body() } catch { throw FileStoreError(error, of: name) }
    }

    private static func checking(_ name: String, _ number: Int32) throws(FileStoreError) {
        if number != 0 { throw FileStoreError(number: number, of: name) }
    }
}

/// Writes a file's data, or the names in a folder, to the disk.
///
/// - Returns: 0, or the number of the error.
private func flush(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    #if canImport(Darwin)
        // Apple's `fsync` leaves the bytes in the drive's cache, which a power cut erases. If the file system does not
        // support `F_FULLFSYNC`, `fsync` has to do. Source: fsync(2) and fcntl(2) of Darwin (documented).
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor) == 0 ? 0 : errno
}

/// - Returns: 0, or the number of the error.
private func move(_ path: String, _ other: String) -> Int32 { rename(path, other) == 0 ? 0 : errno }

/// - Returns: 0, or the number of the error.
private func delete(_ path: String) -> Int32 { unlink(path) == 0 ? 0 : errno }

extension FileProtectionClass {
    fileprivate var writingOption: Data.WritingOptions {
        switch self {
        case .none: .noFileProtection
        case .untilFirstUnlock: .completeFileProtectionUntilFirstUserAuthentication
        }
    }
}

extension FileStoreError {
    /// Makes an error of the system's error number. A file that its protection keeps closed gives the error of a
    /// missing permission.
    package init(number: Int32, of name: String) {
        switch number {
        case ENOENT: self.init(.missing, name)
        case EPERM, EACCES: self.init(.locked, name)
        default: self.init(.failed, "\(name), error \(number)")
        }
    }

    /// Makes an error of Foundation's error.
    package init(_ error: any Error, of name: String) {
        if let error = error as? FileStoreError {
            self = error
            return
        }
        let plain = error as NSError
        if plain.domain == NSPOSIXErrorDomain, let number = Int32(exactly: plain.code) {
            self.init(number: number, of: name)
            return
        }
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: self.init(.missing, name)
        case .fileReadNoPermission, .fileWriteNoPermission: self.init(.locked, name)
        default: self.init(.failed, "\(name), code \(plain.code)")
        }
    }
}
