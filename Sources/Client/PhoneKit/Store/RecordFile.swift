import Foundation
package import PhoneCore

/// The phone's record, as JSON in a file of its own: `{"schema":1,"record":{…}}`.
///
/// It names callers, so that it is closed until the first unlock; until it could be read nothing is written over it.
@MainActor
package final class RecordFile: RecordPort {
    /// The file's name.
    package static let name = "phone-record.json"
    /// The most bytes of it: the record holds a few calls and short lists, 4 KiB in practice.
    package static let sizeMax = 256 * 1_024

    package weak var sink: (any PhoneEventSink)?
    private let files: any FileStore
    private let log: any LogPort
    private var isOpen = false

    package init(files: any FileStore, log: any LogPort) {
        self.files = files
        self.log = log
    }

    /// Reads what the process before left. What cannot be understood is set aside under another name.
    package func read() -> StoredRecord {
        do throws(FileStoreError) {
            let bytes = try files.read(Self.name, sizeMax: Self.sizeMax)
            isOpen = true
            return understand(bytes)
        } catch {
            switch error.code {
            case .locked: return .locked
            case .missing: break
            case .tooLarge, .failed: setAside("unreadable", PhoneFault(.recordUnreadable, error.description))
            }
            isOpen = true
            return .none
        }
    }

    package func store(_ record: PhoneRecord) {
        do {
            guard isOpen else { throw FileStoreError(.locked, Self.name) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let bytes = try encoder.encode(Envelope(schema: PhoneRecord.schemaVersion, record: record))
            try files.replace(Self.name, with: bytes, protection: .untilFirstUnlock)
        } catch {
            log.write(PhoneFault(.recordNotWritten, (error as? FileStoreError)?.description ?? "not encoded"))
            sink?.send(.storeFailed)
        }
    }

    private func understand(_ bytes: Data) -> StoredRecord {
        let decoder = JSONDecoder()
        guard let header = try? decoder.decode(Header.self, from: bytes) else {
            setAside("unreadable", PhoneFault(.recordUnreadable, "no schema"))
            return .none
        }
        guard header.schema == PhoneRecord.schemaVersion else {
            setAside("schema-\(header.schema)", PhoneFault(.recordSchema, String(header.schema)))
            return .none
        }
        guard let envelope = try? decoder.decode(Envelope.self, from: bytes) else {
            setAside("unreadable", PhoneFault(.recordUnreadable, "schema \(header.schema)"))
            return .none
        }
        return .found(envelope.record)
    }

    private func setAside(_ suffix: String, _ fault: PhoneFault) {
        log.write(fault)
        try? files.rename(Self.name, to: "\(Self.name).\(suffix)")
    }

    private struct Header: Decodable {
        let schema: Int
    }

    private struct Envelope: Codable {
        let schema: Int
        let record: PhoneRecord
    }
}
