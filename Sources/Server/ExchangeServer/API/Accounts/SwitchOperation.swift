internal import Accounts
internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import RingCore
internal import WireJSON

/// Makes another organization the device's present one, and issues credentials for it.
enum SwitchOperation {
    static let all = [change]

    private static let shape = Shape.named(
        "SwitchedOrganization",
        .object(
            .needed("organization_id", .text(.identifier)), .needed("organization_name", .text(.any(1...100))),
            .needed("version", .integer(0...Int64.max)), .needed("sip_username", .text(.identifier)),
            .needed("sip_password", .text(.token(20...64))), .needed("expires_at", .text(.moment)),
            .needed("credential_version", .integer(1...Int64.max)),
            .needed("caller_id_name", .text(.any(0...1_024))), .needed("caller_id_number", .text(.any(1...128))),
            .optional("carrier_sip_username", .text(.any(1...128)))))

    /// The members `sip_username` to `organization_id` have the names that Z360's app expects.
    private static let change = APIOperation(
        id: "switchOrganization", method: .post, path: "/api/voip/switch-org",
        summary: """
            Makes an organization the device's present one. Other devices of the user stay where they are; credentials \
            issued before keep working for 15 minutes. `carrier_sip_username` is the user of the address the device \
            has at the carrier in that organization, made ahead. `version` is the device's `organization_version` the \
            client knows: on another the switch is refused, unless the target is the present one already.
            """, tag: "devices", access: .session,
        body: .object(
            .needed("target_organization_id", .text(.identifier)), .optional("version", .integer(0...Int64.max))),
        outcomes: [
            .ok(shape), .problem(.notFound, "There is no such organization, or the user is no member."),
            .problem(.conflict, "The device's organization was changed since; `detail` says the version."),
        ], isRepeatable: true
    ) { call in
        let device = try await DeviceOperations.device(of: call)
        let target = call.text("target_organization_id")
        let verdict = try await call.backend.accounts.switchOrganization(
            of: device.id, to: target, expected: call.body["version"]?.integer)
        switch verdict {
        case .notMember: throw Problem.notFound
        case .outdated(let version):
            throw Problem(.conflict, "The device's organization was changed since; its version is \(version).")
        case .switched(let version), .alreadyThere(let version):
            guard let organization = try await call.backend.accounts.organization(target) else {
                throw Problem.notFound
            }
            let service = AccountService(backend: call.backend)
            let document = try await service.issue(to: device, for: .one(target)) { issued in
                let document = try await json(organization, of: device, version: version, issued[0], call)
                return (document, try call.receipt(document))
            }
            await call.backend.rings.notify(.left(DeviceID(device.id))) { $0 != OrganizationID(target) }
            return .json(document)
        }
    }

    private static func json(
        _ organization: Organization, of device: AccountDevice, version: Int64,
        _ issued: AccountService.IssuedCredential,
        _ call: APICall
    ) async throws -> JSONValue {
        let user = try call.user()
        let caller = try await call.backend.onLoop { gateway in
            gateway.policy.shownCaller(user, in: [organization.id], knownTo: gateway.parties)
        }
        guard let caller else { throw Problem.unauthorized() }
        var object: JSONObject = [
            "organization_id": .string(organization.id), "organization_name": .string(organization.name),
            "version": .integer(version), "sip_username": .string(issued.credential.login),
            "sip_password": .string(issued.password.revealed),
            "expires_at": .string(Timestamp.text(microseconds: issued.credential.expiresAt)),
            "credential_version": .integer(issued.version),
            "caller_id_name": .string(caller.name.revealed), "caller_id_number": .string(caller.number.revealed),
        ]
        let carrier = try await call.backend.rings.credentials?.username(of: device, in: organization.id)
        object["carrier_sip_username"] = carrier.map { .string($0) }
        return .object(object)
    }
}

/// Issues the token that a device registers with at the carrier for a day.
enum CarrierTokenOperation {
    static let all = [issue]

    private static let shape = Shape.named(
        "CarrierToken",
        .object(
            .optional("organization_id", .text(.identifier)),
            .needed("token", .text(.any(5...AccountDocument.carrierTokenMax))),
            .needed("sip_username", .text(.any(1...128))), .needed("expires_at", .text(.moment))))

    /// It is not repeatable, because the token in the answer must not be stored.
    private static let issue = APIOperation(
        id: "issueCarrierToken", method: .post, path: "/api/voip/carrier-token",
        summary: """
            A token the session's device registers with at the carrier of public calls, in an organization of the \
            user; left out: its present one. From then on calls of that organization ring it there.
            """, tag: "devices", access: .session, body: .object(.optional("organization_id", .text(.identifier))),
        outcomes: [
            .created(shape),
            .problem(
                .notFound, "There is no such organization, the user is no member, or no carrier gives credentials."),
            .problem(.serviceUnavailable, "It is being made, or the carrier cannot be asked; try again in a moment."),
        ]
    ) { call in
        guard let reconciler = call.backend.rings.credentials else {
            throw Problem(.notFound, "No carrier gives credentials here: see telnyx in the configuration.")
        }
        let device = try await DeviceOperations.device(of: call)
        let organization = call.body["organization_id"]?.string ?? device.organization
        if let organization {
            guard try await call.backend.accounts.member(device.user, of: organization) != nil else {
                throw Problem.notFound
            }
        }
        do {
            return .json(
                json(try await reconciler.token(for: device, in: organization), organization), status: .created)
        } catch let error as CarrierTokenError {
            throw problem(error)
        }
    }

    private static func json(_ token: CarrierToken, _ organization: String?) -> JSONValue {
        var object: JSONObject = [
            "token": .string(token.token.revealed), "sip_username": .string(token.username),
            "expires_at": .string(Timestamp.text(microseconds: token.expiresAt)),
        ]
        object["organization_id"] = organization.map { .string($0) }
        return .object(object)
    }

    private static func problem(_ error: CarrierTokenError) -> Problem {
        var problem =
            switch error {
            case .notYet: Problem(.serviceUnavailable, "The device's credential is being made; try again in a moment.")
            case .none: Problem(.notFound, "No number of that organization rings the device at the carrier.")
            case .unavailable: Problem(.serviceUnavailable, "The carrier cannot be asked now; try again in a moment.")
            }
        if error != .none { problem.headers[.retryAfter] = error == .notYet ? "1" : "5" }
        return problem
    }
}
