internal import Accounts
internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import RingCore

/// Applies a changed configuration to a running exchange.
extension ServerParts {
    /// The differences between the users of two configurations.
    private struct Difference {
        /// Users that the file no longer has.
        var gone: [UserID] = []
        /// Logins that have another password or no longer exist.
        var revoked: Set<Identity> = []
        /// Logins of devices that no longer exist.
        var devices: [DeviceID] = []
        /// Users who left an organization, by its id.
        var left: [String: [String]] = [:]
    }

    /// Applies users, numbers, certificate, tokens, limits, ICE servers, browser phone and log level of a configuration.
    /// Everything is checked first: an invalid configuration changes nothing.
    ///
    /// - Returns: the changed sections that take effect at the next start.
    /// - Throws: `ExchangeServerError` with the problem of the configuration.
    func reload(_ new: ExchangeConfiguration) async throws(ExchangeServerError) -> [String] {
        guard let backend else { throw ExchangeServerError(.configuration, "the exchange does not run") }
        let old = settings.current
        var tls = old.tls
        if old.tls != nil, let files = new.tls { tls = try TLSIdentity(files) }
        let browserPhone = try new.browserPhone.files()
        let difference = try await changeNumbers(to: new, backend)
        settings.set(.init(configuration: new, tls: tls, browserPhone: browserPhone))
        backend.rateLimiter.setLimits(new.limits)
        log?.level = new.logLevel
        rings.deviceRegistry.setConfigured(new.users)
        rings.emergency?.publishAll()
        let names = new.users.map(\.name)
        await attempt { try await backend.inUsers { try $0.forgetDeletedUsers(named: names) } }
        await notify(difference, backend)
        await attempt { try await dismissListeners(of: old.configuration.apiTokens, without: new.apiTokens, backend) }
        certificateWatch.look()
        return Set(old.configuration.fixed.keys).union(new.fixed.keys)
            .filter { old.configuration.fixed[$0] != new.fixed[$0] }.sorted()
    }

    /// Removes the listeners that were admitted by a token that no longer exists.
    private func dismissListeners(
        of old: [APIToken], without new: [APIToken], _ backend: APIBackend
    ) async throws {
        for token in old where !new.contains(token) {
            try await backend.dismissListeners(as: ChannelAuthorization.holder(ofToken: token.name), of: nil)
        }
    }

    /// Changes the numbers and everything that has to change at the same time. It runs in the turn of all changes of
    /// numbers, so that the API cannot add a number of the file meanwhile.
    private func changeNumbers(
        to new: ExchangeConfiguration, _ backend: APIBackend
    ) async throws(ExchangeServerError) -> Difference {
        do {
            return try await backend.numberTurns.run(of: "") {
                let entries = NumberDirectory.entries(of: new)
                try NumberDirectory.check(
                    entries + rings.numbers.entries.filter { $0.origin == .api }, users: Set(new.users.map(\.name)))
                let difference = try await change(new, backend)
                rings.numbers.replaceConfigured(entries, callers: new.users)
                return difference
            }
        } catch {
            throw error as? ExchangeServerError ?? ExchangeServerError(.configuration, "the exchange stops: \(error)")
        }
    }

    /// Changes the state on the event loop in one turn.
    private func change(
        _ new: ExchangeConfiguration, _ backend: APIBackend
    ) async throws -> Difference {
        let (admission, broadcast) = (admission, broadcast)
        return try await backend.onLoop { gateway in
            var directory = gateway.directory
            try Self.reconfigure(&directory, new.users)
            let difference = Self.difference(from: gateway.directory, to: directory)
            let before = gateway.directory
            gateway.directory = directory
            gateway.moveLogins(from: before)
            gateway.setLimits(new.limits)
            gateway.policy = new.calling
            gateway.iceServerEntries = new.iceServers
            admission.value.limits = new.limits
            broadcast.value.setLimits(new.limits)
            for user in difference.gone { gateway.runner.submit(.removeUser(user)) }
            gateway.logOut(identities: difference.revoked)
            return difference
        }
    }

    private static func reconfigure(
        _ directory: inout Directory, _ users: [UserEntry]
    ) throws(ExchangeServerError) {
        let before = directory
        directory.removeConfigured()
        for user in users {
            do throws(DirectoryConflict) {
                try directory.add(user, from: .configuration)
            } catch {
                throw ExchangeServerError(.configuration, "the configuration, user: \(error.text(about: user.name))")
            }
        }
        directory.adoptCredentials(of: before)
    }

    private static func difference(from old: Directory, to new: Directory) -> Difference {
        var difference = Difference()
        for (name, user) in old.users where user.origin == .configuration {
            let changed = new.users[name]?.entry
            if changed == nil { difference.gone.append(UserID(name)) }
            for organization in user.entry.organizations
            where changed.map({ !$0.organizations.contains(organization) }) ?? false {
                difference.left[organization, default: []].append(name)
            }
            if changed?.password != user.entry.password {
                difference.revoked.insert(Identity(user: UserID(name), device: nil))
            }
            for device in user.entry.devices {
                let kept = changed?.devices.first { $0.login == device.login && $0.name == device.name }
                if kept?.password != device.password {
                    difference.revoked.insert(Identity(user: UserID(name), device: device.name))
                }
                if kept == nil { difference.devices.append(DeviceID(device.login)) }
            }
        }
        return difference
    }

    /// Tells the other parts of the exchange of the change. The legs of a call that cannot be told now end with the
    /// call.
    private func notify(_ difference: Difference, _ backend: APIBackend) async {
        for user in difference.gone { await rings.notify(.removed(user)) }
        for device in difference.devices { await rings.notify(.loggedOut(device)) }
        backend.progress.add(.logins)
        for (organization, users) in difference.left {
            for user in users { backend.progress.add(.left(UserID(user), organization: organization)) }
        }
        await attempt { try await AccountService(backend: backend).settleAll() }
        // Failed changes are tried again.
        backend.unsettled.wake()
        await attempt {
            for user in try await backend.onLoop({ $0.directory.users.keys.sorted() }) {
                try await rings.reach.settle(user)
            }
        }
    }

    private func attempt(_ body: () async throws -> Void) async {
        do { try await body() } catch {
            logger.error("not every part of the exchange could be told that the configuration changed: \(error)")
        }
    }
}
