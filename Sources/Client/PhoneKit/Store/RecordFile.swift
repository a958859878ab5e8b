import Foundation
public import PhoneCore

/// The phone's record, as JSON in a file of its own.
///
/// The record names callers, so that the file is closed until the first unlock. The file is not overwritten before it
/// was read or set aside.
@MainActor
package final class RecordFile: RecordPort {
    /// The file's name.
    package nonisolated static let name = "phone-record.json"
    package weak var sink: (any PhoneEventSink)?
    private let files: any FileStore
    private let log: any LogPort
    private var isOpen = false

    package init(files: any FileStore, log: any LogPort) {
        self.files = files
        self.log = log
    }

    /// Reads the record that the process before left. An unreadable one is set aside under another name.
    package func read() -> RecordReadResult {
        do throws(FileStoreError) {
            let bytes = try files.read(Self.name, sizeMax: Recovery.byteCountMax)
            return understand(bytes)
        } catch {
            switch error.code {
            case .locked: return .locked
            case .missing:
                isOpen = true
                return .none
            case .tooLarge, .failed:
                setAside("unreadable", PhoneDiagnostic(.recordUnreadable, error.description))
                return .unreadable
            }
        }
    }

    package func store(_ record: PhoneRecord) {
        do {
            guard isOpen else { throw FileStoreError(.locked, Self.name) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let bytes = try encoder.encode(record)
            try files.replace(Self.name, with: bytes, protection: .untilFirstUnlock)
        } catch {
            log.write(PhoneDiagnostic(.recordNotWritten, (error as? FileStoreError)?.description ?? "not encoded"))
            sink?.send(.storeFailed)
        }
    }

    private func understand(_ bytes: Data) -> RecordReadResult {
        do {
            let record = try JSONDecoder().decode(PhoneRecord.self, from: bytes)
            isOpen = true
            return .found(record)
        } catch {
            switch RecordError(error) {
            case .newer: setAside("newer", PhoneDiagnostic(.recordSchema, "newer than \(PhoneRecord.schemaVersion)"))
            case .tooLong, .malformed: setAside("unreadable", PhoneDiagnostic(.recordUnreadable, "malformed"))
            }
            return .unreadable
        }
    }

    /// Renames the file. If that fails, the file is not overwritten either.
    private func setAside(_ suffix: String, _ fault: PhoneDiagnostic) {
        log.write(fault)
        do throws(FileStoreError) {
            try files.rename(Self.name, to: "\(Self.name).\(suffix)")
            isOpen = true
        } catch {
            log.write(PhoneDiagnostic(.recordNotWritten, error.description))
            isOpen = isGone
        }
    }

    /// Whether the file no longer exists. It does not exist after the rename, even if synchronizing the folder failed.
    private var isGone: Bool {
        do throws(FileStoreError) {
            // on purpose: only the file's existence matters
            _ = try files.read(Self.name, sizeMax: Recovery.byteCountMax)
            return false
        } catch {
            return error.code == .missing
        }
    }
}

/// Stores the phone's record beyond the process.
@MainActor
public protocol RecordPort: PhoneEventSource {
    /// Replaces the record before it returns. On failure it tells `PhoneEvent.storeFailed`.
    func store(_ record: PhoneRecord)
}
