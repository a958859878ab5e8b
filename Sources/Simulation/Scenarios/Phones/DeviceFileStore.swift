internal import DeviceModel
internal import DeviceRuntime
internal import Foundation
internal import PhoneKit

/// The files of an app on a modelled phone, with its protection classes.
struct DeviceFileStore: FileStore {
    let files: DeviceFiles
    let steps: AppSteps

    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data {
        let bytes = try Self.translating(name) { () throws(FileError) in try files.read(name) }
        guard bytes.count <= sizeMax else { throw FileStoreError(.tooLarge, name) }
        return Data(bytes)
    }

    func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError) {
        let wanted: FileProtection =
            switch protection {
            case .none: .none
            case .untilFirstUnlock: .untilFirstUnlock
            }
        steps.take()
        try Self.translating(name) { () throws(FileError) in try files.write([UInt8](bytes), to: name, wanted) }
        steps.take()
    }

    func rename(_ name: String, to other: String) throws(FileStoreError) {
        try Self.translating(name) { () throws(FileError) in
            try files.perform(.rename(from: name, to: other))
        }
    }

    private static func translating<Value>(
        _ name: String, _ body: () throws(FileError) -> Value
    ) throws(FileStoreError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            switch error {
            case .noSuchFile: throw FileStoreError(.missing, name)
            case .noPermission: throw FileStoreError(.locked, name)
            case .noSpace: throw FileStoreError(.failed, name)
            }
        }
    }
}
