import CallModel
import CallerSealing
import Foundation
public import PhoneCore
package import PushPayload
public import Redaction

/// The push keys, in a file that is readable before the first unlock, and what opens callers with them.
///
/// A key is needed on the way from a push to its report. A keychain item would be closed before the first unlock, in each
/// class that is not deprecated, and asking for one blocks on another process, which has no place there; so Apple names a
/// file without protection for what is needed then. What that costs: a person who can read the disk of a device that was
/// not unlocked since its start, and has recorded its pushes, can read who called. The file is in no backup, a key is of
/// one session only, and opens nothing but names and numbers of callers.
/// Source: apple-contract C74, C75 (documented), C77 (stated by an Apple engineer), C18.
@MainActor
package final class PushKeyStore: PushKeyPort {
    /// The file's name.
    package nonisolated static let name = "push-keys.json"
    /// The most bytes that are read: two keys are some 200.
    private static let byteCountMax = 4_096

    package weak var sink: (any PhoneEventSink)?
    private let files: any FileStore
    private let names: any NameSource
    private let log: any LogPort
    /// The newest first; `nil`: not read yet.
    private var keys: [StoredKey]?

    /// A store. Reads nothing yet.
    package init(files: any FileStore, names: any NameSource, log: any LogPort) {
        self.files = files
        self.names = names
        self.log = log
    }

    /// The key that counts.
    package var newest: PushKeyID? { read().first?.id }

    package func key(_ id: PushKeyID) -> Redacted<[UInt8]>? { read().first { $0.id == id }?.bytes }

    /// A key that cannot be read at the moment may be the one that callers are sealed with: it is not written over.
    package func make() {
        guard let known = known() else { return sink?.send(.pushKeys(.notMade)) ?? () }
        let made = StoredKey(id: PushKeyID(rawValue: names.freshName().low), bytes: CallerSeal.freshKey())
        let isKept = write([made] + known.prefix(1))
        sink?.send(.pushKeys(isKept ? .made(made.id) : .notMade))
    }

    package func erase() {
        // on purpose: a file that cannot be written now opens nothing in this process any more; the next sign-in replaces it
        _ = write([])
        keys = []
    }

    /// Puts in place what is sealed in a push. What does not open is noted, and the push says no more than before.
    ///
    /// - Returns: whether the exchange that sent it has none of the keys.
    package func open(_ push: inout IncomingPush) -> Bool {
        // Who rings a device of which it has a key seals the caller, even one of whom nothing is known.
        guard let sealed = push.sealedCaller else { return push.form == .carillon && push.kind == .incomingCall }
        if let call = push.callSession {
            for key in read() {
                guard let caller = CallerSeal(key: key.bytes)?.open(sealed, for: call) else { continue }
                push.tell(caller)
                return false
            }
        }
        push.noteUnopened()
        return true
    }

    private func read() -> [StoredKey] { known() ?? [] }

    /// - Returns: `nil` while the file cannot be read.
    private func known() -> [StoredKey]? {
        if let keys { return keys }
        do throws(FileStoreError) {
            let bytes = try files.read(Self.name, sizeMax: Self.byteCountMax)
            let found = try? JSONDecoder().decode([StoredKey].self, from: bytes)
            if found == nil { log.write(PhoneFault(.pushKeys, "malformed")) }
            keys = found ?? []
        } catch {
            switch error.code {
            case .missing: keys = []
            case .tooLarge:
                keys = []
                log.write(PhoneFault(.pushKeys, error.description))
            // It may be readable the next time.
            case .locked, .failed: log.write(PhoneFault(.pushKeys, error.description))
            }
        }
        return keys
    }

    private func write(_ next: [StoredKey]) -> Bool {
        do {
            try files.replace(Self.name, with: try JSONEncoder().encode(next), protection: .none)
            keys = next
            return true
        } catch {
            log.write(PhoneFault(.pushKeys, (error as? FileStoreError)?.description ?? "not encoded"))
            return false
        }
    }
}

/// A key as the file has it.
private struct StoredKey: Codable {
    let id: PushKeyID
    let bytes: Redacted<[UInt8]>
}

/// The keys on this device that the exchange seals with who calls it.
@MainActor
public protocol PushKeyPort: PhoneEventSource {
    /// Makes a key in place of the one that counts, which stays for pushes that are on their way. Answer: `made`, when it
    /// is on the disk, or `notMade` of ``PhoneEvent/pushKeys(_:)``.
    func make()

    /// Erases every key.
    func erase()

    /// A key by its number; `nil` if it is not on the device.
    func key(_ id: PushKeyID) -> Redacted<[UInt8]>?
}
