import Accounts
import ExchangeStorage

extension RevivedAccountStore {
    func spend(_ nonce: UsedNonce) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in try await store.spend(nonce) }
    }

    func appleIdentity(subject: String) async throws(StorageError) -> AppleIdentity? {
        try await asked { store async throws(StorageError) in try await store.appleIdentity(subject: subject) }
    }

    func appleIdentity(ofUser user: String) async throws(StorageError) -> AppleIdentity? {
        try await asked { store async throws(StorageError) in try await store.appleIdentity(ofUser: user) }
    }

    func isInvited(mail: String, at: Int64) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in try await store.isInvited(mail: mail, at: at) }
    }

    func signIn(_ identity: AppleIdentity, name: String?, signUp: SignUpMode) async throws(StorageError) -> (
        identity: AppleIdentity, isNew: Bool
    )? {
        try await asked { store async throws(StorageError) in
            try await store.signIn(identity, name: name, signUp: signUp)
        }
    }

    func hasSeen(notice id: String) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in try await store.hasSeen(notice: id) }
    }

    func remember(notice id: String, at: Int64) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.remember(notice: id, at: at) }
    }

    func setEmailEnabled(_ isEnabled: Bool, subject: String) async throws(StorageError) {
        try await asked { store async throws(StorageError) in
            try await store.setEmailEnabled(isEnabled, subject: subject)
        }
    }

    func forgetAppleToken(subject: String) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.forgetAppleToken(subject: subject) }
    }

    func revocations(dueAt: Int64, atMost: Int) async throws(StorageError) -> [AppleRevocation] {
        try await asked { store async throws(StorageError) in try await store.revocations(dueAt: dueAt, atMost: atMost)
        }
    }

    func settle(revocation id: String, next: AppleRevocation?) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.settle(revocation: id, next: next) }
    }
}
