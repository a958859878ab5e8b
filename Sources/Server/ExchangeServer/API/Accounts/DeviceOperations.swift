internal import Accounts
internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import WireJSON

/// A user's devices, their push tokens and credentials.
enum DeviceOperations {
    static let all = [list, remove, save, removeToken, issue, listCredentials, revoke]

    private static let list = APIOperation(
        id: "listOwnDevices", method: .get, path: "/api/devices", summary: "The user's devices.", tag: "devices",
        access: .person,
        outcomes: [.ok(.object(.needed("devices", .list(AccountDocument.device, atMost: 10_000))))]
    ) { call in
        let devices = try await call.backend.accounts.devices(of: try call.user().rawValue)
        return .json(["devices": .array(devices.map { AccountDocument.json($0) })])
    }

    private static let deviceParameter = APIParameter(name: "device", shape: .text(.identifier), text: "A device's id.")

    private static let remove = APIOperation(
        id: "removeOwnDevice", method: .delete, path: "/api/devices/{device}",
        summary: "Removes a device of the user with its session, push tokens, credentials and connections.",
        tag: "devices",
        access: .person, parameters: [deviceParameter], outcomes: [.done]
    ) { call in
        let scope = RevocationScope.device(call.path("device"), of: try call.user().rawValue)
        guard try await AccountService(backend: call.backend).revoke(scope, because: .deviceRemoved) > 0 else {
            throw Problem.notFound
        }
        return Response(status: .noContent)
    }

    private static let save = APIOperation(
        id: "saveDeviceTokens", method: .post, path: "/api/device-tokens",
        summary: """
            Registers push tokens of the session's device; a token another device had is that one's no more. From \
            `push_key` on, who calls is told the device sealed with it (ChaCha20-Poly1305), until a user signs in on \
            it anew. With `credentials`, also issues one for each organization of the user, and gives a token of the \
            carrier for each in which public calls ring the device there; those that cannot be had now are named, and \
            to be asked for again. `emergency_numbers` are those that call for help and are to be dialed over the \
            carrier.
            """, tag: "devices", access: .session,
        body: .object(
            .needed("tokens", .list(AccountDocument.pushToken, atMost: AccountDocument.tokensMax)),
            .optional("push_key", .text(AccountDocument.pushKey)), .optional("credentials", .boolean)),
        outcomes: [
            .ok(
                .object(
                    .needed("device", AccountDocument.device),
                    .needed(
                        "credentials",
                        .list(AccountDocument.credential, atMost: AccountDocument.organizationsMax)),
                    .optional("carrier_credentials", .list(AccountDocument.carrierCredential, atMost: carriedMax)),
                    .optional("carrier_credentials_missing", .list(.text(.identifier), atMost: carriedMax)),
                    .optional("emergency_numbers", .list(.text(.any(2...6)), atMost: carriedMax))))
        ], isRepeatable: true
    ) { call in
        let device = try await device(of: call)
        // The key is stored first, so that no push to a new token names the caller in plain text or leaves the caller
        // out.
        if let key = call.body["push_key"]?.string.flatMap(AccountDocument.pushKey(base64:)) {
            try await call.backend.accounts.save(PushKey(of: device.id, key))
        }
        for value in call.body["tokens"]?.array ?? [] {
            guard let token = pushToken(value.object, device: device.id, at: call.now) else { continue }
            guard case .taken(let former) = try await call.backend.accounts.save(token) else { continue }
            if let user = call.backend.rings.deviceRegistry.device(DeviceID(former))?.user, user.rawValue != device.user
            {
                try await AccountService(backend: call.backend).renewReach(of: user.rawValue)
            }
        }
        try await AccountService(backend: call.backend).renewReach(of: device.user)
        guard call.body["credentials"]?.bool ?? false else {
            return .json(["device": AccountDocument.json(device), "credentials": []])
        }
        let grants = try await call.backend.rings.credentials?.grants(for: device) ?? CarrierTokens()
        let address = call.backend.rings.reach.carrier?.webRTCAddress ?? ""
        let help = await call.backend.routedEmergencyNumbers(for: UserID(device.user))
        let document = try await AccountService(backend: call.backend).issue(to: device, for: .all) { issued in
            // The carrier's tokens are not stored: the stored answer tells a repeated request to ask for them again.
            let kept = json(device, with: issued, grants.withoutTokens, at: address, help)
            return (json(device, with: issued, grants, at: address, help), try call.receipt(kept))
        }
        return .json(document)
    }

    /// The most organizations of one user whose numbers ring a device at the carrier: more than a person works for.
    private static let carriedMax = 1_000

    private static func json(
        _ device: AccountDevice, with issued: [AccountService.IssuedCredential], _ grants: CarrierTokens,
        at address: String, _ emergencyNumbers: [String]
    ) -> JSONValue {
        let version = issued.map(\.version).max() ?? 1
        return [
            "device": AccountDocument.json(device),
            "credentials": .array(issued.map { AccountDocument.json($0) }),
            "carrier_credentials": .array(
                grants.grants.map { AccountDocument.json($0, at: address, version: version) }),
            "carrier_credentials_missing": .array(grants.missing.map { .string($0) }),
            "emergency_numbers": .array(emergencyNumbers.map { .string($0) }),
        ]
    }

    private static let removeToken = APIOperation(
        id: "removeDeviceToken", method: .post, path: "/api/device-tokens/removal",
        summary: "Removes a push token of the session's device, for example because the system has invalidated it.",
        tag: "devices", access: .session, body: .object(.needed("token", .text(.token(16...4_096)))),
        outcomes: [.done, .problem(.notFound, "The device has no such token.")]
    ) { call in
        let session = try call.session()
        let (accounts, token) = (call.backend.accounts, call.text("token"))
        // Apple's tokens are case-insensitive.
        var isRemoved = try await accounts.removePushToken(token, of: session.device)
        if !isRemoved { isRemoved = try await accounts.removePushToken(token.lowercased(), of: session.device) }
        guard isRemoved else { throw Problem(.notFound, "The device has no such token.") }
        try await AccountService(backend: call.backend).renewReach(of: session.user.rawValue)
        return Response(status: .noContent)
    }

    // MARK: - Credentials

    private static let issue = APIOperation(
        id: "issueCredential", method: .post, path: "/api/voip/credentials",
        summary:
            "Issues a credential for the session's device; older ones of the same organization end 15 minutes later.",
        tag: "devices", access: .session, body: .object(.optional("organization_id", .text(.identifier))),
        outcomes: [
            .created(AccountDocument.credential),
            .problem(.notFound, "There is no such organization, or the user is no member."),
        ], isRepeatable: true
    ) { call in
        let device = try await device(of: call)
        let organization = call.body["organization_id"]?.string
        if let organization {
            guard try await call.backend.accounts.member(device.user, of: organization) != nil else {
                throw Problem.notFound
            }
        }
        let service = AccountService(backend: call.backend)
        let document = try await service.issue(to: device, for: .one(organization)) { issued in
            let document = AccountDocument.json(issued[0])
            return (document, try call.receipt(document, status: .created))
        }
        return .json(document, status: .created)
    }

    private static let listed = Shape.object(
        .optional("organization_id", .text(.identifier)), .needed("sip_username", .text(.identifier)),
        .needed("created_at", .text(.moment)), .needed("expires_at", .text(.moment)))

    private static let listCredentials = APIOperation(
        id: "listCredentials", method: .get, path: "/api/voip/credentials",
        summary: "The credentials of the session's device that work; never their passwords.", tag: "devices",
        access: .session,
        outcomes: [.ok(.object(.needed("credentials", .list(listed, atMost: 1_000))))]
    ) { call in
        let session = try call.session()
        let live = try await call.backend.accounts.credentials(ofDevice: session.device, at: call.now)
        return .json(["credentials": .array(live.map { listedJSON($0) })])
    }

    private static func listedJSON(_ credential: SIPCredential) -> JSONValue {
        var object: JSONObject = [
            "sip_username": .string(credential.login),
            "created_at": .string(Timestamp.text(microseconds: credential.createdAt)),
            "expires_at": .string(Timestamp.text(microseconds: credential.expiresAt)),
        ]
        object["organization_id"] = credential.organization.map { .string($0) }
        return .object(object)
    }

    private static let revoke = APIOperation(
        id: "revokeCredential", method: .delete, path: "/api/voip/credentials/{login}",
        summary: "Revokes a credential of the session's device at once.", tag: "devices", access: .session,
        parameters: [APIParameter(name: "login", shape: .text(.identifier), text: "Its sip_username.")],
        outcomes: [.done]
    ) { call in
        let session = try call.session()
        let login = call.path("login")
        let live = try await call.backend.accounts.credentials(ofDevice: session.device, at: call.now)
        guard live.contains(where: { $0.login == login }),
            try await call.backend.accounts.revokeCredential(login, at: call.now)
        else { throw Problem.notFound }
        try await AccountService(backend: call.backend).drop(login, of: session.user)
        return Response(status: .noContent)
    }

    // MARK: - Shared steps

    /// The device of the session.
    static func device(of call: APICall) async throws -> AccountDevice {
        guard let device = try await call.backend.accounts.device(try call.session().device) else {
            throw Problem.unauthorized()
        }
        return device
    }

    private static func pushToken(_ object: JSONObject?, device: String, at now: Int64) -> PushToken? {
        guard let text = object?["token"]?.string, let kind = object?["kind"]?.string,
            let kind = PushToken.Kind(rawValue: kind)
        else { return nil }
        return PushToken(
            token: Redacted(kind == .fcm ? text : text.lowercased()), device: device, kind: kind,
            environment: object?["environment"]?.string,
            topic: object?["topic"]?.string, registeredAt: now)
    }
}

extension APIBackend {
    /// The emergency numbers that a user's phone is to dial over the carrier; none without a carrier, or when the
    /// exchange stops.
    fileprivate func routedEmergencyNumbers(for user: UserID) async -> [String] {
        guard rings.reach.carrier != nil else { return [] }
        let gateway = gateway
        let routed = eventLoop.submit {
            gateway.value.policy.routedEmergencyNumbers(for: user, in: gateway.value.parties)
        }
        return (try? await routed.get()) ?? []
    }
}
