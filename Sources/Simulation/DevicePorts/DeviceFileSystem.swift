package import DeviceModel
package import DeviceRuntime
package import Foundation
package import PhoneKit

/// The file system of a modeled phone, for the file store that runs on iPhones.
///
/// Bytes are written in two parts, so that the model can interrupt a write.
package struct DeviceFileSystem: FileSystem {
    package typealias Reading = @Sendable (String) throws(FileError) -> [UInt8]
    package typealias Taking = @Sendable (FileStep) throws(FileError) -> Void

    private let reading: Reading
    private let taking: Taking

    /// Uses the files of a process.
    ///
    /// - Parameter attempt: called before each changing step. It may end the process, cut the power or throw. If it
    ///   returns false, the step is skipped but reported as done, as a careless file system would.
    package init(
        _ files: DeviceFiles,
        attempt: @escaping @Sendable (FileStep) throws(FileError) -> Bool = { _ throws(FileError) in true }
    ) {
        self.init(
            reading: { path throws(FileError) in try files.read(path) },
            taking: { step throws(FileError) in if try attempt(step) { try files.perform(step) } })
    }

    /// Uses files that the caller keeps.
    package init(reading: @escaping Reading, taking: @escaping Taking) {
        self.reading = reading
        self.taking = taking
    }

    package func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try reading(name) } catch { throw FileStoreError(error, of: name) }
        guard bytes.count <= sizeMax else { throw FileStoreError(.tooLarge, name) }
        return Data(bytes)
    }

    package func create(_ name: String, protection: FileProtectionClass) throws(FileStoreError) {
        let wanted: FileProtection =
            switch protection {
            case .none: .none
            case .untilFirstUnlock: .untilFirstUnlock
            }
        try perform(.truncate(path: name, wanted), of: name)
    }

    package func append(_ bytes: Data, to name: String) throws(FileStoreError) {
        let half = bytes.count / 2
        try perform(.append(path: name, Array(bytes.prefix(half))), of: name)
        try perform(.append(path: name, Array(bytes.dropFirst(half))), of: name)
    }

    package func synchronize(_ name: String) throws(FileStoreError) { try perform(.synchronize(path: name), of: name) }

    package func rename(_ name: String, to other: String) throws(FileStoreError) {
        try perform(.rename(from: name, to: other), of: name)
    }

    package func synchronizeFolder() throws(FileStoreError) { try perform(.synchronizeFolder, of: "folder") }

    package func remove(_ name: String) throws(FileStoreError) { try perform(.remove(path: name), of: name) }

    private func perform(_ step: FileStep, of name: String) throws(FileStoreError) {
        do throws(FileError) {
            try taking(step)
        } catch {
            throw FileStoreError(error, of: name)
        }
    }
}

extension FileStoreError {
    fileprivate init(_ error: FileError, of name: String) {
        switch error {
        case .noSuchFile: self.init(.missing, name)
        case .noPermission: self.init(.locked, name)
        case .noSpace: self.init(.failed, "\(name), no space")
        }
    }
}
