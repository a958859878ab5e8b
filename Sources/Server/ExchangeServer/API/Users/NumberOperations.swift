internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import WireJSON

/// Called numbers for holders of an API token, and the caller ids that users may show.
enum NumberOperations {
    static let all = [list, create, show, replace, delete, callerIDs]

    private static let number = [
        APIParameter(name: "number", shape: .text(NumberDocument.numberForm), text: "The number, as it is dialed.")
    ]
    private static let conflict = APIAnswer.problem(
        .conflict, "The number is taken, or is in the configuration file.")

    private static let list = APIOperation(
        id: "listNumbers", method: .get, path: "/api/numbers", summary: "Every called number, of file and API.",
        tag: "numbers", access: .operatorOnly,
        outcomes: [.ok(.object(.needed("numbers", .list(NumberDocument.shape, atMost: 1_000_000))))]
    ) { call in
        let entries = call.backend.rings.numbers.entries
            .sorted { $0.number.number.revealed < $1.number.number.revealed }
        return .json(["numbers": .array(entries.map { NumberDocument.json($0) })])
    }

    private static let callerIDs = APIOperation(
        id: "listCallerIDs", method: .get, path: "/api/voip/caller-ids",
        summary: """
            Numbers the user may show in calls to the public network, for each of their organizations; the first one \
            is shown where the phone asks for none. Where there is none the exchange shows its own.
            """, tag: "numbers", access: .person,
        outcomes: [.ok(.object(.needed("caller_ids", .list(NumberDocument.callerIDsShape, atMost: 10_000))))]
    ) { call in
        let user = try call.user()
        let rings = call.backend.rings
        guard let party = try await call.backend.onLoop({ $0.parties.party(user) }) else { throw Problem.notFound }
        let organizations = party.organizations.union(try await rings.reach.foreignOrganizations(of: user.rawValue))
        let listed = organizations.sorted().map { organization -> JSONValue in
            let numbers = rings.numbers.callerIDs(of: organization, for: party)
            return [
                "organization_id": .string(organization), "numbers": .array(numbers.map { .string($0.revealed) }),
            ]
        }
        return .json(["caller_ids": .array(listed)])
    }

    private static let create = APIOperation(
        id: "createNumber", method: .post, path: "/api/numbers",
        summary: "Makes a number that devices can dial, or that Telnyx brings calls to.", tag: "numbers",
        access: .operatorOnly, body: NumberDocument.newShape,
        outcomes: [.created(NumberDocument.shape), conflict], isRepeatable: true
    ) { call in
        let text = call.text("number")
        return try await call.backend.numberTurns.run(of: "") {
            guard entry(text, call.backend) == nil, try await !isUsers(text, call.backend) else {
                throw Problem(.conflict, "That number is taken.")
            }
            let entry = try await read(text, isOfCarrier: call.text("carrier") == "telnyx", call)
            let document = NumberDocument.json(entry)
            try await put(entry, of: call.body, try call.receipt(document, status: .created), call.backend)
            return .json(document, status: .created)
        }
    }

    private static let show = APIOperation(
        id: "showNumber", method: .get, path: "/api/numbers/{number}", summary: "One number.", tag: "numbers",
        access: .operatorOnly, parameters: number, outcomes: [.ok(NumberDocument.shape)]
    ) { call in .json(NumberDocument.json(try known(call))) }

    private static let replace = APIOperation(
        id: "replaceNumber", method: .put, path: "/api/numbers/{number}",
        summary: """
            Says anew whom a number rings and how; a member that is left out is as in a new number. A call that rings goes on \
            as it began.
            """, tag: "numbers", access: .operatorOnly, parameters: number, body: NumberDocument.changeShape,
        outcomes: [.ok(NumberDocument.shape), conflict]
    ) { call in
        try await call.backend.numberTurns.run(of: "") {
            let old = try changeable(call)
            let new = try await read(old.number.number.revealed, isOfCarrier: old.isOfCarrier, call)
            try await put(new, of: call.body, nil, call.backend)
            return .json(NumberDocument.json(new))
        }
    }

    private static let delete = APIOperation(
        id: "deleteNumber", method: .delete, path: "/api/numbers/{number}",
        summary: "Removes a number. Calls to it go on; from now on it has no users.", tag: "numbers",
        access: .operatorOnly, parameters: number, outcomes: [.done, conflict]
    ) { call in
        try await call.backend.numberTurns.run(of: "") {
            let old = try changeable(call)
            try await call.backend.inNumbers { try $0.removeNumber(old.number.number) }
            try await apply(call.backend, settling: old.number.users) { entries in
                entries.removeAll { $0.number.number == old.number.number }
            }
            return Response(status: .noContent)
        }
    }

    // MARK: - Implementation

    private static func entry(_ number: String, _ backend: APIBackend) -> NumberDirectory.Entry? {
        backend.rings.numbers.entries.first { $0.number.number.revealed == number }
    }

    /// Whether the text reaches a user; users take precedence over numbers.
    private static func isUsers(_ number: String, _ backend: APIBackend) async throws -> Bool {
        try await backend.onLoop { $0.directory.target(of: number) != nil }
    }

    private static func known(_ call: APICall) throws(Problem) -> NumberDirectory.Entry {
        guard let entry = entry(call.path("number"), call.backend) else {
            throw Problem(.notFound, "There is no such number.")
        }
        return entry
    }

    private static func changeable(_ call: APICall) throws(Problem) -> NumberDirectory.Entry {
        let entry = try known(call)
        guard entry.origin == .api else {
            throw Problem(.conflict, "The number is in the configuration file; change it there.")
        }
        return entry
    }

    private static func read(
        _ text: String, isOfCarrier: Bool, _ call: APICall
    ) async throws -> NumberDirectory.Entry {
        let number = try NumberDocument.number(text, isOfCarrier: isOfCarrier, from: call.body)
        guard !isOfCarrier || call.backend.settings.current.configuration.telnyx != nil else {
            throw Problem(.unprocessableContent, "No carrier is configured, so a carrier's number cannot be reached.")
        }
        let users = try await call.backend.onLoop { Set($0.directory.users.keys) }
        guard number.users.allSatisfy({ users.contains($0) }) else {
            throw Problem(.unprocessableContent, "users names a user whom the exchange does not have.")
        }
        let own = Set(call.backend.rings.numbers.entries.map(\.number.number))
        guard own.isDisjoint(with: number.outside) else {
            throw Problem(.unprocessableContent, "forward_to leads to a number of the exchange's own.")
        }
        return NumberDirectory.Entry(number: number, isOfCarrier: isOfCarrier, origin: .api)
    }

    /// The number is stored first, so that a confirmed number exists after a restart.
    private static func put(
        _ entry: NumberDirectory.Entry, of body: JSONObject, _ receipt: RequestReceipt?, _ backend: APIBackend
    ) async throws {
        let number = entry.number.number
        let stored = StoredNumber(number: number, isOfCarrier: entry.isOfCarrier, document: Redacted(body.jsonText))
        try await backend.inNumbers { try $0.save(stored, receipt: receipt) }
        let before = self.entry(number.revealed, backend)?.number.users ?? []
        try await apply(backend, settling: before + entry.number.users) { entries in
            entries.removeAll { $0.number.number == number }
            entries.append(entry)
        }
    }

    /// - Parameter users: the users whose devices the carrier may reach in another way now.
    private static func apply(
        _ backend: APIBackend, settling users: [String], _ change: (inout [NumberDirectory.Entry]) -> Void
    ) async throws {
        backend.rings.numbers.change(change)
        for user in Set(users).sorted() { try await AccountService(backend: backend).renewReach(of: user) }
    }
}
