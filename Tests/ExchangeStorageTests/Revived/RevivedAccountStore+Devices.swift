import Accounts
import ExchangeStorage

extension RevivedAccountStore {
    func register(_ device: AccountDevice) async throws(StorageError) -> AccountDevice {
        try await asked { store async throws(StorageError) in try await store.register(device) }
    }

    func device(_ id: String) async throws(StorageError) -> AccountDevice? {
        try await asked { store async throws(StorageError) in try await store.device(id) }
    }

    func devices(of user: String) async throws(StorageError) -> [AccountDevice] {
        try await asked { store async throws(StorageError) in try await store.devices(of: user) }
    }

    func revoke(_ withdrawal: Withdrawal) async throws(StorageError) -> [DeviceRevocation] {
        try await asked { store async throws(StorageError) in try await store.revoke(withdrawal) }
    }

    func unsettledRevocations() async throws(StorageError) -> [DeviceRevocation] {
        try await asked { store async throws(StorageError) in try await store.unsettledRevocations() }
    }

    func settle(_ revocation: DeviceRevocation) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.settle(revocation) }
    }

    func save(_ token: PushToken) async throws(StorageError) -> PushTokenClaim {
        try await asked { store async throws(StorageError) in try await store.save(token) }
    }

    func pushTokens(ofUser user: String) async throws(StorageError) -> [PushToken] {
        try await asked { store async throws(StorageError) in try await store.pushTokens(ofUser: user) }
    }

    func save(_ key: PushKey) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.save(key) }
    }

    func pushKeys(ofUser user: String) async throws(StorageError) -> [PushKey] {
        try await asked { store async throws(StorageError) in try await store.pushKeys(ofUser: user) }
    }

    func removePushToken(_ token: String, of device: String) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in try await store.removePushToken(token, of: device) }
    }

    func expirePushToken(_ token: String, invalidSince: Int64) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in
            try await store.expirePushToken(token, invalidSince: invalidSince)
        }
    }

    func expireGoogleTokens(registeredBefore moment: Int64, atMost: Int) async throws(StorageError) -> [String] {
        try await asked { store async throws(StorageError) in
            try await store.expireGoogleTokens(registeredBefore: moment, atMost: atMost)
        }
    }

    func issue(
        _ credentials: [SIPCredential], receipt: RequestReceipt?
    ) async throws(StorageError) -> [SIPCredential]? {
        try await asked { store async throws(StorageError) in try await store.issue(credentials, receipt: receipt) }
    }

    func credentials(ofDevice device: String?, at: Int64) async throws(StorageError) -> [SIPCredential] {
        try await asked { store async throws(StorageError) in try await store.credentials(ofDevice: device, at: at) }
    }

    func revokeCredential(_ login: String, at: Int64) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in try await store.revokeCredential(login, at: at) }
    }

    func switchOrganization(of device: String, to target: String, expected: Int64?) async throws(StorageError)
        -> OrganizationSwitchDecision
    {
        try await asked { store async throws(StorageError) in
            try await store.switchOrganization(of: device, to: target, expected: expected)
        }
    }
}

extension RevivedAccountStore {
    func open(_ session: BearerSession) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.open(session) }
    }

    func session(access digest: [UInt8], at: Int64) async throws(StorageError) -> BearerSession? {
        try await asked { store async throws(StorageError) in try await store.session(access: digest, at: at) }
    }

    func session(refresh digest: [UInt8]) async throws(StorageError) -> BearerSession? {
        try await asked { store async throws(StorageError) in try await store.session(refresh: digest) }
    }

    func refresh(presenting digest: [UInt8], next: TokenPair, at: Int64, policy: SessionPolicy)
        async throws(StorageError) -> (session: BearerSession, verdict: RefreshResult)?
    {
        try await asked { store async throws(StorageError) in
            try await store.refresh(presenting: digest, next: next, at: at, policy: policy)
        }
    }
}
