internal import CallModel
internal import ExchangeStorage
internal import NIOCore

/// Which organisations users are members of: by the configuration, or by what the API was told.
struct Memberships: Sendable {
    let gateway: NIOLoopBound<VertoGateway>
    let eventLoop: any EventLoop
    let accounts: any AccountStore

    /// - Throws: what the database or a stopped event loop says.
    func contain(_ user: UserID, in organization: String) async throws -> Bool {
        let gateway = gateway
        let isConfigured = try await eventLoop.submit {
            gateway.value.directory.organizations(of: user).contains(organization)
        }.get()
        if isConfigured { return true }
        return try await accounts.member(user.rawValue, of: organization) != nil
    }

    /// The organisation of a call as the callee's phone may be told it: for one the callee has no part in it would wait for
    /// credentials in vain.
    func shared(_ organization: String?, with user: UserID) async -> String? {
        guard let organization, (try? await contain(user, in: organization)) == true else { return nil }
        return organization
    }
}
