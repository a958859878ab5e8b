internal import Accounts
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import WireJSON

/// Sign in with Apple, and the end of an account.
enum AppleOperations {
    static let all = [nonce, signIn, notice, deleteAccount]

    private static let absent = APIAnswer.problem(.notFound, "This exchange is not set up for Apple.")

    private static let nonce = APIOperation(
        id: "issueAppleNonce", method: .post, path: "/api/auth/apple/nonce",
        // It is requested before anything can be proven, and refusing it would cost as much as issuing it.
        summary: "A nonce for one sign-in: the app hands its SHA-256, in hexadecimal, to Apple.", tag: "sessions",
        access: .open, body: .object(.needed("installation", .text(.token(8...128)))),
        outcomes: [
            .created(
                .object(
                    .needed("nonce", .text(.token(40...64))), .needed("expires_in", .integer(1...3_600)))), absent,
        ], isLimited: false
    ) { call in
        let nonce = try apple(call).nonce(for: call.text("installation"), call.backend)
        return .json(
            ["nonce": .string(nonce.revealed), "expires_in": .integer(SignInNonces.lifeTime / 1_000_000)],
            status: .created)
    }

    private static let nameShape = Shape.object(
        .optional("given", .text(.line(0...100))), .optional("family", .text(.line(0...100))))

    private static let signIn = APIOperation(
        id: "signInWithApple", method: .post, path: "/api/auth/apple",
        summary: """
            Opens a bearer session with what Apple gave the app; makes the account at the first sign-in, if `sign-up` \
            of the configuration allows it.
            """,
        tag: "sessions", access: .open,
        body: .object(
            .needed("identity_token", .text(.token(1...16_384))),
            .needed("authorization_code", .text(.token(1...2_048))), .needed("nonce", .text(.token(40...64))),
            .needed("device", AccountDocument.installation),
            .optional("full_name", nameShape), .optional("email", .text(.line(0...320)))),
        outcomes: [
            .ok(AccountDocument.session, "A session."),
            .problem(.unauthorized, "Apple's token or code is refused; `detail` has the reason."),
            .problem(.forbidden, "There is no such account, and none may be made; `detail` says why."),
            .problem(.badGateway, "Apple refuses this exchange: its configuration is wrong."),
            .problem(.serviceUnavailable, "Apple cannot be reached; try again."), absent,
        ],
        proof: { call in await call.backend.apple?.person(in: offer(call), call.backend) }
    ) { call in
        let fullName = try name(call.body["full_name"]?.object)
        do {
            let opened = try await apple(call).signIn(offer(call), name: fullName, call.backend)
            return .json(try await AccountDocument.json(opened, call))
        } catch let error as AppleError {
            throw try await problem(error, call)
        }
    }

    private static let notice = APIOperation(
        id: "takeAppleNotice", method: .post, path: "/api/auth/apple/notifications",
        summary: "Takes Apple's server-to-server notifications.", tag: "sessions", access: .open,
        body: .object(.needed("payload", .text(.token(1...16_384)))),
        outcomes: [
            .done, .problem(.unauthorized, "Apple has not signed it, or not for this exchange."),
            .problem(.serviceUnavailable, "Apple's keys cannot be fetched."), absent,
        ],
        proof: { call in await call.backend.apple?.sender(ofNotice: call.text("payload"), call.backend) }
    ) { call in
        do {
            try await apple(call).follow(notice: call.text("payload"), call.backend)
        } catch let error as AppleError {
            throw try await problem(error, call)
        }
        return Response(status: .noContent)
    }

    private static let deleteAccount = APIOperation(
        id: "deleteAccount", method: .delete, path: "/api/account",
        summary: """
            Deletes the user's account with its logins, devices, sessions, memberships and messages, at once and for \
            good; Apple's tokens are revoked, however long that takes. That there were calls, and their recordings, \
            stays with the other parties until it is too old, and no other user gets the name before.
            """, tag: "sessions", access: .person,
        outcomes: [
            .done,
            .problem(.conflict, "The user is in the configuration file."),
        ]
    ) { call in
        let user = try await UserOperations.changeable(try call.user().rawValue, call.backend)
        let response = try await UserOperations.delete(user.name, call.backend)
        await call.backend.revoker?.look()
        return response
    }

    // MARK: - Shared steps

    private static func offer(_ call: APICall) -> AppleSignInService.Offer {
        AppleSignInService.Offer(
            identityToken: call.text("identity_token"), code: call.text("authorization_code"),
            nonce: call.text("nonce"),
            installation: AccountDocument.installation(from: call.body["device"]?.object))
    }

    private static func apple(_ call: APICall) throws(Problem) -> AppleSignInService {
        guard let apple = call.backend.apple else {
            throw Problem(.notFound, "This exchange is not set up for Apple: see apple in the configuration.")
        }
        return apple
    }

    /// Reads the name; nil when the app has none, as Apple tells it once. White space around it is Apple's, not the
    /// person's.
    private static func name(_ object: JSONObject?) throws(Problem) -> Redacted<String>? {
        let parts = ["given", "family"].map { DisplayName.withoutEdges(object?[$0]?.string ?? "") }.filter {
            !$0.isEmpty
        }
        guard !parts.isEmpty else { return nil }
        do throws(NameError) {
            return Redacted(try DisplayName(parts.joined(separator: " ")).text)
        } catch {
            throw Problem(.unprocessableContent, "full_name \(error).")
        }
    }

    private static func problem(_ error: AppleError, _ call: APICall) async throws -> Problem {
        switch error {
        case .token(let fault):
            try await noteRefusal(call)
            return Problem(.unauthorized, "Apple's token is refused: \(fault.rawValue).")
        case .codeRefused:
            try await noteRefusal(call)
            return Problem(.unauthorized, "Apple refuses the authorization code: it is spent, too old or not ours.")
        case .signUp(.closed): return Problem(.forbidden, "This exchange takes no new accounts.")
        case .signUp(.notInvited):
            return Problem(
                .forbidden, "A new account needs an invitation of the mail address that Apple vouches for.")
        case .weAreRefused: return Problem(.badGateway, "Apple refuses this exchange; its log says why.")
        case .unreachable:
            var problem = Problem(.serviceUnavailable, "Apple cannot be reached; try again in a moment.")
            problem.headers[.retryAfter] = "5"
            return problem
        }
    }

    private static func noteRefusal(_ call: APICall) async throws {
        let address = call.address
        _ = try await call.backend.onLoop { $0.outcome(of: Bool?.none, from: address) }
    }
}
