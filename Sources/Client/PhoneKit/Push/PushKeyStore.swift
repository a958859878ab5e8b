import CallModel
import CallerSealing
import Foundation
public import PhoneCore
package import PushPayload
public import Redaction

/// Keeps the push keys in a file that is readable before the first unlock, and opens sealed callers with them.
///
/// A key is needed between a push and its report. A keychain item of any class that is not deprecated is closed before
/// the first unlock, and asking for one blocks on another process, which must not happen there; for such data Apple
/// recommends a file without protection. The price: an attacker who can read the disk of a device that was not
/// unlocked since its start, and has recorded its pushes, learns who called. The file is in no backup, and a key
/// belongs to one session and opens nothing but callers' names and numbers. Source: C74, C75 (documented), C77 (stated
/// by an Apple engineer), C18.
@MainActor
package final class PushKeyStore: PushKeyPort {
    /// The file's name.
    package nonisolated static let name = "push-keys.json"
    /// The largest file that is read, in bytes. Two keys take about 200.
    private static let byteCountMax = 4_096

    package weak var sink: (any PhoneEventSink)?
    private let files: any FileStore
    private let names: any UUIDSource
    private let log: any LogPort
    /// The newest key first; `nil` until the file has been read.
    private var keys: [StoredKey]?

    /// Makes a store, which reads nothing yet.
    package init(files: any FileStore, names: any UUIDSource, log: any LogPort) {
        self.files = files
        self.names = names
        self.log = log
    }

    /// The key that counts: the newest.
    package var newest: PushKeyID? { read().first?.id }

    package func key(_ id: PushKeyID) -> Redacted<[UInt8]>? { read().first { $0.id == id }?.bytes }

    /// Makes a key, unless the file cannot be read now. That file is not overwritten, because callers may be sealed
    /// with the key in it.
    package func make() {
        guard let known = known() else { return sink?.send(.pushKeys(.notMade)) ?? () }
        let made = StoredKey(id: PushKeyID(rawValue: names.freshName().low), bytes: CallerSeal.freshKey())
        let isKept = write([made] + known.prefix(1))
        sink?.send(.pushKeys(isKept ? .made(made.id) : .notMade))
    }

    package func erase() {
        // on purpose: if the write fails, this process still forgets its keys; the next sign-in replaces the file
        _ = write([])
        keys = []
    }

    /// Opens the caller that is sealed in a push and puts it into the push. If no key opens it, the push notes that and
    /// otherwise stays as it was.
    ///
    /// - Returns: whether the exchange that sent the push has none of the keys.
    package func open(_ push: inout IncomingPush) -> Bool {
        // An exchange that has a key of the device seals every caller, even an unknown one.
        guard let sealed = push.sealedCaller else { return push.form == .carillon && push.kind == .incomingCall }
        if let call = push.callSession {
            for key in read() {
                guard let caller = CallerSeal(key: key.bytes)?.open(sealed, for: call) else { continue }
                push.apply(caller)
                return false
            }
        }
        push.noteUnopened()
        return true
    }

    private func read() -> [StoredKey] { known() ?? [] }

    /// - Returns: the keys; `nil` while the file cannot be read.
    private func known() -> [StoredKey]? {
        if let keys { return keys }
        do throws(FileStoreError) {
            let bytes = try files.read(Self.name, sizeMax: Self.byteCountMax)
            let found = try? JSONDecoder().decode([StoredKey].self, from: bytes)
            if found == nil { log.write(PhoneDiagnostic(.pushKeys, "malformed")) }
            keys = found ?? []
        } catch {
            switch error.code {
            case .missing: keys = []
            case .tooLarge:
                keys = []
                log.write(PhoneDiagnostic(.pushKeys, error.description))
            // The file may be readable the next time.
            case .locked, .failed: log.write(PhoneDiagnostic(.pushKeys, error.description))
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
            log.write(PhoneDiagnostic(.pushKeys, (error as? FileStoreError)?.description ?? "not encoded"))
            return false
        }
    }
}

/// A key as stored in the file.
private struct StoredKey: Codable {
    let id: PushKeyID
    let bytes: Redacted<[UInt8]>
}

/// The device's push keys, with which the exchange seals callers.
@MainActor
public protocol PushKeyPort: PhoneEventSource {
    /// Makes a new key. The former one stays for pushes that are on their way. Answer: `made` when the key is on the
    /// disk, or `notMade`, of `PhoneEvent.pushKeys(_:)`.
    func make()

    /// Erases every key.
    func erase()

    /// The key of an id; `nil` if it is not on the device.
    func key(_ id: PushKeyID) -> Redacted<[UInt8]>?
}
