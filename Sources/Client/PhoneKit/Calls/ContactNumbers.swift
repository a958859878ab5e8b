import Foundation
package import PhoneCore
import Redaction

/// The numbers in Contacts, if the person lets the app read them. For these the system shows the contact's name.
///
/// Asking Contacts blocks on another process, which must not happen between a push and its report. So the numbers are
/// read while the app is on the screen, and their digits are kept in a file. The file is readable from the first unlock
/// on; earlier the system cannot look up a contact either.
@MainActor
package final class ContactNumbers {
    /// The file's name.
    package nonisolated static let name = "contact-numbers"
    /// The largest file, in bytes: 65,536 numbers, more than a person has.
    private nonisolated static let byteCountMax = 1 << 19
    private let source: (any ContactSource)?
    private let files: any FileStore
    private let log: any LogPort
    /// `nil` until the file has been read.
    private var known: NumberKeys?

    /// - Parameter source: nil shows the exchange's names.
    package init(_ source: (any ContactSource)?, files: any FileStore, log: any LogPort) {
        self.source = source
        self.files = files
        self.log = log
    }

    /// Whether the other party of a call is in Contacts, as far as the file tells. Waits for nothing but the file.
    package func know(_ handle: CallHandle) -> Bool {
        guard source != nil, let key = NumberKey(handle) else { return false }
        return read().contains(key)
    }

    /// Asks the person for permission, unless they were asked before, and reads the numbers.
    package func askPermission() async -> Bool {
        guard let source, await source.askPermission() else { return false }
        await refresh()
        return true
    }

    /// Reads the numbers again. If the app may no longer read them, the stored numbers are erased; if reading fails,
    /// they stay.
    package func refresh() async {
        guard let source else { return }
        let next: NumberKeys
        switch await source.numbers() {
        case .numbers(let numbers): next = NumberKeys(numbers.compactMap { NumberKey(.phoneNumber(Redacted($0))) })
        case .forbidden: next = NumberKeys([])
        case .failed: return log.write(PhoneDiagnostic(.contacts, "not read"))
        }
        guard next != read() else { return }
        do throws(FileStoreError) {
            try files.replace(Self.name, with: Self.bytes(of: next), protection: .untilFirstUnlock)
            known = next
        } catch {
            log.write(PhoneDiagnostic(.contacts, error.description))
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
            case .tooLarge, .failed: log.write(PhoneDiagnostic(.contacts, error.description))
            }
        }
        return known ?? NumberKeys([])
    }
}

/// The person's contacts, of which the phone reads the numbers only.
@MainActor
public protocol ContactSource: AnyObject {
    /// Whether the app may read them. Asks the person, unless they were asked before.
    func askPermission() async -> Bool

    /// Reads the numbers of all contacts, as the person wrote them. Does not ask the person.
    func numbers() async -> ContactReading
}

/// The result of reading Contacts.
public enum ContactReading: Sendable {
    /// The numbers of all contacts, unchanged and in no order; empty if there are none.
    case numbers([String])
    /// The app may not read them, or may no longer.
    case forbidden
    /// Reading failed this time.
    case failed
}
