internal import CallModel
internal import ExchangeStorage

extension AccountDesk {
    /// A user's devices with their push tokens as they are stored now: calls wake those, and no others.
    func renewReach(of user: String) async throws {
        let devices = try await backend.accounts.devices(of: user)
        let tokens = devices.isEmpty ? [] : try await backend.accounts.pushTokens(ofUser: user)
        let project = backend.rings.project
        backend.rings.book.setAccount(
            of: UserID(user), devices.map { DeviceReach($0, tokens, project: project) })
    }

    /// At the start.
    func restoreReach() async throws {
        let users = try await backend.onLoop { gateway in gateway.directory.users.keys.sorted() }
        for user in users { try await renewReach(of: user) }
    }
}
