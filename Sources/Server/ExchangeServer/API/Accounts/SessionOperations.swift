internal import Accounts
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import WireJSON

/// Signing in and out.
enum SessionOperations {
    static let all = [login, refresh, logout]

    private static let login = APIOperation(
        id: "logIn", method: .post, path: "/api/auth/login",
        summary: "Opens a bearer session on a device with a user's login and password.", tag: "sessions", access: .open,
        body: .object(
            .needed("login", .text(.any(1...256))), .needed("password", .text(.any(1...256))),
            .needed("device", AccountDocument.installation)),
        outcomes: [
            .ok(AccountDocument.session, "A session."),
            .problem(.unauthorized, "Login or password is wrong."),
        ],
        proof: { try await prove($0) }
    ) { call in
        let (user, login, backend) = (try call.user(), call.text("login"), call.backend)
        // The hash is read before the deciding proof, so that a password that is changed afterward is noticed.
        guard let hash = try await backend.passwordHash(of: login), try await prove(call)?.user == user else {
            throw Problem.unauthorized()
        }
        let opened = try await AccountService(backend: backend).openSession(
            of: user, on: AccountDocument.installation(from: call.body["device"]?.object)
        ) { try await backend.onLoop { $0.directory.stillProves(hash, login: login) } }
        return .json(try await AccountDocument.json(opened, call))
    }

    private static func prove(_ call: APICall) async throws -> APIPrincipal? {
        let claim = LoginCredentials(login: call.text("login"), password: Redacted(call.text("password")))
        return try await call.backend.prove(claim, from: call.address).map { .user($0.user) }
    }

    private static let refresh = APIOperation(
        id: "refreshSession", method: .post, path: "/api/auth/refresh",
        summary:
            "Exchanges a refresh token, which is spent, for a new pair. A spent one presented again revokes the device.",
        tag: "sessions", access: .open, body: .object(.needed("refresh_token", .text(.token(1...128)))),
        outcomes: [
            .ok(AccountDocument.session, "The session goes on."),
            .problem(.unauthorized, "The token is unknown, spent or expired, or the session is over: sign in."),
        ],
        proof: { call in
            let digest = TokenFactory.digest(of: call.text("refresh_token"))
            return try await call.backend.accounts.session(refresh: digest).map { .session(APISession($0)) }
        }
    ) { call in
        guard let opened = try await AccountService(backend: call.backend).refresh(call.text("refresh_token")) else {
            throw Problem(.unauthorized, "The refresh token is not valid; sign in again.")
        }
        return .json(try await AccountDocument.json(opened, call))
    }

    private static let logout = APIOperation(
        id: "logOut", method: .post, path: "/api/auth/logout",
        summary: "Ends the session, and takes the device's push tokens and credentials.", tag: "sessions",
        access: .session, outcomes: [.done]
    ) { call in
        let session = try call.session()
        let scope = RevocationScope.device(session.device, of: session.user.rawValue)
        _ = try await AccountService(backend: call.backend).revoke(scope, because: .loggedOut)
        return Response(status: .noContent)
    }
}
