import PhoneCore
import PhoneKit
import Redaction
import Synchronization

/// A store and an exchange that write down, in one list, what they are asked.
@MainActor
final class SignInJournal: SignInStore {
    var signInRecord = SignInRecord()
    var isFull = false
    let exchange = RecordingExchange()

    func keep(_ record: SignInRecord) -> Bool {
        exchange.note("keep \(record.pending?.introduction.givenName?.revealed ?? "nothing")")
        guard !isFull else { return false }
        signInRecord = record
        return true
    }
}

final class RecordingExchange: SignInExchange {
    private struct State {
        var notes: [String] = []
        var sent: [(AppleCredential, SignInNonce)] = []
        var failure: SignInFailure?
        var nonces: UInt64 = 0
        var isMute = false
    }

    private let state = Mutex(State())

    var notes: [String] { state.withLock { $0.notes } }
    var sent: [(credential: AppleCredential, nonce: SignInNonce)] { state.withLock { $0.sent } }

    func note(_ text: String) { state.withLock { $0.notes.append(text) } }
    func fail(with failure: SignInFailure?) { state.withLock { $0.failure = failure } }

    /// No nonce is given any more.
    func fallMute() { state.withLock { $0.isMute = true } }

    func nonce() async -> Redacted<String>? {
        state.withLock { state in
            state.nonces += 1
            return state.isMute ? nil : Redacted("nonce-\(state.nonces)")
        }
    }

    func signIn(_ credential: AppleCredential, _ nonce: SignInNonce) async -> SignInFailure? {
        state.withLock { state in
            state.notes.append("post \(credential.introduction.givenName?.revealed ?? "without a name")")
            state.sent.append((credential, nonce))
            return state.failure
        }
    }
}

/// A digest of the right length that depends on every byte; the true digest is CryptoKit's matter.
struct TestDigest: NonceDigest {
    func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 14_695_981_039_346_656_037
        return (0..<32).map { index in
            for byte in bytes + [UInt8(index)] { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
            return UInt8(truncatingIfNeeded: hash >> 32)
        }
    }
}
