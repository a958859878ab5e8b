import Foundation
package import PhoneCore
import Redaction

/// Which numbers are in Contacts, where the person lets the app know: of those the system shows the contact's name.
///
/// Asking Contacts blocks on another process, which has no place between a push and its report. So the numbers are read
/// while the app is seen, and kept in a file, of each its digits alone, which is open from the first unlock on: earlier
/// the system cannot look a contact up either.
@MainActor
package final class ContactNumbers {
    /// The file's name.
    package nonisolated static let name = "contact-numbers"
    /// The most bytes of it: 65,536 numbers, more than a person has.
    private nonisolated static let byteCountMax = 1 << 19
    private let source: (any ContactSource)?
    private let files: any FileStore
    private let log: any LogPort
    /// `nil`: not read yet.
    private var known: NumberKeys?

    /// - Parameter source: none: the exchange's names are shown.
    package init(_ source: (any ContactSource)?, files: any FileStore, log: any LogPort) {
        self.source = source
        self.files = files
        self.log = log
    }

    /// Whether the other side of a call is in Contacts, as far as is known. Waits for nothing but the file.
    package func know(_ handle: CallHandle) -> Bool {
        guard source != nil, let key = NumberKey(handle) else { return false }
        return read().contains(key)
    }

    /// Asks the person who was not asked yet, and reads the numbers.
    package func askPermission() async -> Bool {
        guard let source, await source.askPermission() else { return false }
        await refresh()
        return true
    }

    /// Reads the numbers again. Where the app may not read them any more, those it knew are erased; where reading fails, they
    /// stay.
    package func refresh() async {
        guard let source else { return }
        let next: NumberKeys
        switch await source.numbers() {
        case .numbers(let numbers): next = NumberKeys(numbers.compactMap { NumberKey(.phoneNumber(Redacted($0))) })
        case .forbidden: next = NumberKeys([])
        case .failed: return log.write(PhoneFault(.contacts, "not read"))
        }
        guard next != read() else { return }
        do throws(FileStoreError) {
            try files.replace(Self.name, with: Self.bytes(of: next), protection: .untilFirstUnlock)
            known = next
        } catch {
            log.write(PhoneFault(.contacts, error.description))
        }
    }

    private nonisolated static func bytes(of keys: NumberKeys) -> Data {
        var bytes = Data()
        for key in keys.rawValues.sorted().prefix(byteCountMax / 8) {
            withUnsafeBytes(of: key.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    private func read() -> NumberKeys {
        if let known { return known }
        do throws(FileStoreError) {
            let bytes = try files.read(Self.name, sizeMax: Self.byteCountMax)
            known = bytes.withUnsafeBytes { bytes in
                NumberKeys(
                    (0..<bytes.count / 8).compactMap {
                        NumberKey(
                            rawValue: UInt64(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
                    })
            }
        } catch {
            switch error.code {
            case .missing: known = NumberKeys([])
            case .locked: break
            case .tooLarge, .failed: log.write(PhoneFault(.contacts, error.description))
            }
        }
        return known ?? NumberKeys([])
    }
}

/// The person's contacts, of which the phone wants the numbers alone.
@MainActor
public protocol ContactSource: AnyObject {
    /// Whether the app may read them; asks the person who was not asked yet.
    func askPermission() async -> Bool

    /// Reads the numbers of all contacts, as they stand there. Asks nothing.
    func numbers() async -> ContactReading
}

/// What came of reading Contacts.
public enum ContactReading: Sendable {
    case numbers([String])
    /// The app may not read them, or not any more.
    case forbidden
    /// They could not be read this time.
    case failed
}
