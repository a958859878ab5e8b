internal import Accounts
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import RingCore
internal import WireJSON

/// Changes of users that the API made: names, numbers, passwords, logins of devices.
enum UserChangeOperations {
    static let all = [change, reset, changeOwn, changeDevice]

    private static let user = [APIParameter(name: "name", shape: .text(.name), text: "The user's name.")]
    private static let conflict = APIAnswer.problem(
        .conflict, "A number is taken, or the user is in the configuration file.")
    private static let fixed = APIAnswer.problem(.conflict, "The user is in the configuration file.")

    private static let change = APIOperation(
        id: "changeUser", method: .patch, path: "/api/users/{name}",
        summary: """
            Changes the fields given of a user: the name others see (an empty one: that of the user), the address of a \
            picture (an empty one: none), other numbers, all of them, and whether messages are taken. Calls go on.
            """, tag: "users", access: .operatorOnly, parameters: user, body: UserDocument.changeShape,
        outcomes: [.ok(UserDocument.shape), conflict]
    ) { call in
        let user = try await update(call.path("name"), call.backend) { user in
            UserDocument.apply(call.body, to: &user)
        }
        return .json(UserDocument.json(user))
    }

    private static let reset = APIOperation(
        id: "resetUserPassword", method: .put, path: "/api/users/{name}/password",
        summary: """
            Gives a user another password of their own. Where the user logged in with the old one ends: sessions with \
            their devices, and sockets.
            """, tag: "users", access: .operatorOnly, parameters: user, body: UserDocument.passwordShape,
        outcomes: [.done, fixed]
    ) { call in
        let name = call.path("name")
        _ = try await UserOperations.changeable(name, call.backend)
        guard let hash = try await UserDocument.ownPassword(of: call.body, login: name, call.backend) else {
            throw Problem(.unprocessableContent, "Give password or password_hash.")
        }
        try await set(hash, of: name, sparing: nil, call.backend)
        return Response(status: .noContent)
    }

    private static let changeOwn = APIOperation(
        id: "changeOwnPassword", method: .put, path: "/api/account/password",
        summary: """
            Changes the user's own password. Everything else that was opened with the old one ends: sessions on other \
            devices, and sockets.
            """, tag: "sessions", access: .person,
        body: .object(
            .needed("old_password", .text(.any(1...256))),
            .needed("password", .text(UserDocument.passwordForm(.person)))),
        outcomes: [
            .done, .problem(.conflict, "The user is in the configuration file, or has no password."),
            .problem(.unprocessableContent, "The old password is wrong, or the new one does not keep the rule."),
        ]
    ) { call in
        let name = try call.user().rawValue
        let user = try await UserOperations.changeable(name, call.backend)
        guard user.password != nil else { throw Problem(.conflict, "The user has no password that could be changed.") }
        let claim = LoginCredentials(login: name, password: Redacted(call.text("old_password")))
        // The session may be stolen, so the old password is asked for, under the same limits as a login.
        let proven = try await call.backend.prove(claim, from: call.address)
        guard let proven, proven == Identity(user: UserID(name), device: nil) else {
            throw Problem(.unprocessableContent, "old_password is wrong.")
        }
        guard let new = try UserDocument.plainPassword(of: call.body, login: name, .person) else {
            throw Problem(.unprocessableContent, "password is missing.")
        }
        let asking: String? = if case .session(let session)? = call.asker { session.device } else { nil }
        try await set(try await call.backend.hash(new), of: name, sparing: asking, call.backend)
        return Response(status: .noContent)
    }

    private static let changeDevice = APIOperation(
        id: "changeUserDevice", method: .patch, path: "/api/users/{name}/devices/{device}",
        summary: "Gives a device another password. Sockets that logged in with the old one are closed.", tag: "users",
        access: .operatorOnly,
        parameters: user + [APIParameter(name: "device", shape: .text(.name), text: "The device's name.")],
        body: UserDocument.devicePasswordShape, outcomes: [.ok(UserDocument.deviceShape), fixed]
    ) { call in
        let (user, name) = (call.path("name"), call.path("device"))
        let entry = try await UserOperations.changeable(user, call.backend)
        guard let known = entry.devices.first(where: { $0.name == name }) else {
            throw Problem(.notFound, "The user has no such device.")
        }
        guard let hash = try UserDocument.devicePassword(of: call.body, login: known.login) else {
            throw Problem(.unprocessableContent, "Give password or password_hash.")
        }
        let withdrawal = Withdrawal(.user(user, sparing: nil), because: .passwordChanged, at: call.now)
        _ = try await update(user, call.backend, revoking: withdrawal) { user in
            guard let index = user.devices.firstIndex(where: { $0.name == name }) else { return }
            user.devices[index].password = hash
        }
        try await call.backend.onLoop { $0.logOut(identities: [Identity(user: UserID(user), device: name)]) }
        try await AccountService(backend: call.backend).settleWithdrawal(of: UserID(user))
        return .json(UserDocument.json(known))
    }

    // MARK: - Implementation

    /// Changes a user in the directory, and stores the change with its revocations. The answer follows the storing, so
    /// that a restart undoes no confirmed change.
    private static func update(
        _ name: String, _ backend: APIBackend, revoking withdrawal: Withdrawal? = nil,
        _ change: @escaping @Sendable (inout UserEntry) -> Void
    ) async throws -> UserEntry {
        try await backend.userTurns.run(of: name) {
            let (before, changed) = try await backend.onLoop { gateway in
                let before = try UserOperations.changeable(name, gateway)
                var user = before
                change(&user)
                // Conflicts are found before storing; the numbers are taken from now on.
                let wanted = user
                try UserOperations.resolve { () throws(DirectoryConflict) in
                    try gateway.directory.replace(wanted, from: .api)
                }
                return (before, wanted)
            }
            do {
                try await backend.inUsers { try $0.save(StoredUser(changed), receipt: nil, revoking: withdrawal) }
            } catch {
                // The entry of before is not read from the database, which may fail to be read as well.
                try await backend.onLoop { gateway in try? gateway.directory.replace(before, from: .api) }
                throw error
            }
            return changed
        }
    }

    /// - Parameter device: the device whose session continues; nil: none.
    private static func set(
        _ hash: PasswordHash, of name: String, sparing device: String?, _ backend: APIBackend
    ) async throws {
        let withdrawal = Withdrawal(
            .user(name, sparing: device), because: .passwordChanged, at: backend.calendarNow)
        _ = try await update(name, backend, revoking: withdrawal) { $0.password = hash }
        let user = UserID(name)
        try await backend.onLoop { $0.logOut(identities: [Identity(user: user, device: nil)]) }
        try await AccountService(backend: backend).settleWithdrawal(of: user)
    }
}
