public import Foundation

/// Files in one folder of the app's container.
public struct SystemFileStore: FileStore {
    private let folder: URL

    /// A store in a folder, which is made when it is first written to.
    public init(folder: URL) {
        self.folder = folder
    }

    public func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data {
        do {
            let handle = try FileHandle(forReadingFrom: folder.appending(path: name))
            defer { try? handle.close() }
            let bytes = try handle.read(upToCount: sizeMax + 1) ?? Data()
            guard bytes.count <= sizeMax else { throw FileStoreError(.tooLarge, name) }
            return bytes
        } catch {
            throw FileStoreError(error, of: name)
        }
    }

    public func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try bytes.write(to: folder.appending(path: name), options: [.atomic, protection.writingOption])
        } catch {
            throw FileStoreError(error, of: name)
        }
    }

    public func rename(_ name: String, to other: String) throws(FileStoreError) {
        do {
            let target = folder.appending(path: other)
            if FileManager.default.fileExists(atPath: target.path) { try FileManager.default.removeItem(at: target) }
            try FileManager.default.moveItem(at: folder.appending(path: name), to: target)
        } catch {
            throw FileStoreError(error, of: name)
        }
    }
}

extension FileProtectionClass {
    fileprivate var writingOption: Data.WritingOptions {
        switch self {
        case .none: .noFileProtection
        case .untilFirstUnlock: .completeFileProtectionUntilFirstUserAuthentication
        }
    }
}

extension FileStoreError {
    /// A file that its protection keeps closed answers like one without permission.
    fileprivate init(_ error: any Error, of name: String) {
        if let error = error as? FileStoreError {
            self = error
            return
        }
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: self.init(.missing, name)
        case .fileReadNoPermission, .fileWriteNoPermission: self.init(.locked, name)
        default: self.init(.failed, "\(name), code \((error as NSError).code)")
        }
    }
}
