import Accounts
import ExchangeStorage

extension RevivedAccountStore {
    func planCarrierCredentials(of user: String, calledFor organizations: [String], at: Int64)
        async throws(StorageError)
    {
        try await asked { store async throws(StorageError) in
            try await store.planCarrierCredentials(of: user, calledFor: organizations, at: at)
        }
    }

    func settleCarrierCredentials(of device: String, _ event: CarrierCredentialEvent, at: Int64)
        async throws(StorageError) -> CarrierCredentials
    {
        try await asked { store async throws(StorageError) in
            try await store.settleCarrierCredentials(of: device, event, at: at)
        }
    }

    func carrierCredentials(ofUser user: String) async throws(StorageError) -> [CarrierCredential] {
        try await asked { store async throws(StorageError) in try await store.carrierCredentials(ofUser: user) }
    }

    func carrierCredentialsDue(at: Int64, atMost: Int) async throws(StorageError) -> [CarrierCredential] {
        try await asked { store async throws(StorageError) in
            try await store.carrierCredentialsDue(at: at, atMost: atMost)
        }
    }

    func nextCarrierRequest() async throws(StorageError) -> Int64? {
        try await asked { store async throws(StorageError) in try await store.nextCarrierRequest() }
    }

    func usersWithCarrierCredentials() async throws(StorageError) -> [String] {
        try await asked { store async throws(StorageError) in try await store.usersWithCarrierCredentials() }
    }

    func noteAlive(_ device: String, at: Int64) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in try await store.noteAlive(device, at: at) }
    }
}
