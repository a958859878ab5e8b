internal import CallModel
internal import ExchangeStorage

extension AccountDesk {
    /// A user's devices with their push tokens and credentials at the carrier as they are stored now: calls wake and ring
    /// those, and no others.
    func renewReach(of user: String) async throws { try await backend.rings.reach.settle(user) }

    /// The same where it cannot fail: what cannot be done now ``RevocationKeeper`` does.
    func renewReachEventually(of user: String) async {
        do { try await renewReach(of: user) } catch {
            backend.progress.add(.reach(UserID(user)))
            backend.unsettled.wake()
        }
    }

    /// The same of everybody whom a change of an organisation concerns: members, and whom its numbers ring.
    func renewReach(of members: [String], in organization: String) async throws {
        let rung = backend.rings.reach.plan.users(ofOrganization: organization)
        var attempts = Attempts()
        for user in Set(members + rung).sorted() { await attempts.run { try await renewReach(of: user) } }
        try attempts.end()
    }

    /// At the start. What is to be asked of the carrier is found by whoever asks it.
    func restoreReach() async throws {
        let users = try await backend.onLoop { gateway in gateway.directory.users.keys.sorted() }
        for user in users { try await backend.rings.reach.renew(user) }
    }
}
