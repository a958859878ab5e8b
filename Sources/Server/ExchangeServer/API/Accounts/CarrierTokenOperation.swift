internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import WireJSON

/// What a device registers with at the carrier, for a day.
enum CarrierTokenOperation {
    static let all = [issue]

    private static let shape = Shape.named(
        "CarrierToken",
        .object(
            .optional("organization_id", .text(.identifier)),
            .needed("token", .text(.any(5...AccountDocument.carrierTokenMax))),
            .needed("sip_username", .text(.any(1...128))), .needed("expires_at", .text(.moment))))

    /// Not repeatable: the answer would have to be kept.
    private static let issue = APIOperation(
        id: "issueCarrierToken", method: .post, path: "/api/voip/carrier-token",
        summary: """
            A token the session's device registers with at the carrier of public calls, in an organisation of the user; \
            left out: its present one. From then on calls of that organisation ring it there.
            """, tag: "devices", access: .session, body: .object(.optional("organization_id", .text(.identifier))),
        outcomes: [
            .created(shape),
            .problem(
                .notFound, "There is no such organisation, the user is no member, or no carrier gives credentials."),
            .problem(.serviceUnavailable, "It is being made, or the carrier cannot be asked; try again in a moment."),
        ]
    ) { call in
        guard let keeper = call.backend.rings.credentials else {
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
            return .json(json(try await keeper.token(for: device, in: organization), organization), status: .created)
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
            case .none: Problem(.notFound, "No number of that organisation rings the device at the carrier.")
            case .unavailable: Problem(.serviceUnavailable, "The carrier cannot be asked now; try again in a moment.")
            }
        if error != .none { problem.headers[.retryAfter] = error == .notYet ? "1" : "5" }
        return problem
    }
}
