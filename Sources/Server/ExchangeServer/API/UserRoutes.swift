internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Redaction
internal import WireJSON

/// Users and devices, for holders of an API token.
enum UserRoutes {
    static func add(to router: Router<APIContext>, _ backend: APIBackend) {
        router.get("/api/users") { request, context -> Response in
            try await APIRoutes.requireOperator(request, context, backend)
            return .json(["users": .array(try await list(backend))])
        }
        router.post("/api/users") { request, context -> Response in
            try await APIRoutes.requireOperator(request, context, backend)
            return try await create(from: try await body(of: request, backend), backend)
        }
        router.get("/api/users/:name") { request, context -> Response in
            try await APIRoutes.requireOperator(request, context, backend)
            return .json(UserDocument.json(try await user(context.parameters.get("name"), backend).entry))
        }
        router.delete("/api/users/:name") { request, context -> Response in
            try await APIRoutes.requireOperator(request, context, backend)
            return try await delete(context.parameters.get("name"), backend)
        }
        router.get("/api/users/:name/devices") { request, context -> Response in
            try await APIRoutes.requireOperator(request, context, backend)
            return try await devices(context.parameters.get("name"), backend)
        }
        router.post("/api/users/:name/devices") { request, context -> Response in
            try await APIRoutes.requireOperator(request, context, backend)
            let object = try await body(of: request, backend)
            return try await addDevice(object, to: context.parameters.get("name"), backend)
        }
        router.delete("/api/users/:name/devices/:device") { request, context -> Response in
            try await APIRoutes.requireOperator(request, context, backend)
            let device = context.parameters.get("device")
            return try await removeDevice(device, from: context.parameters.get("name"), backend)
        }
    }

    // MARK: - Users

    private static func list(_ backend: APIBackend) async throws -> [JSONValue] {
        let users = try await backend.onLoop { gateway in gateway.directory.users.values.map(\.entry) }
        return users.sorted { $0.name < $1.name }.map { UserDocument.json($0) }
    }

    private static func user(
        _ name: String?, _ backend: APIBackend
    ) async throws -> (entry: UserEntry, origin: Directory.Origin) {
        let found = try await backend.onLoop { gateway in name.flatMap { gateway.directory.users[$0] } }
        guard let found else { throw Problem(.notFound, "There is no such user.") }
        return found
    }

    private static func create(from object: JSONObject, _ backend: APIBackend) async throws -> Response {
        let user = try UserDocument.user(from: object)
        try await backend.onLoop { gateway in
            do throws(DirectoryConflict) {
                try gateway.directory.add(user, from: .api)
            } catch {
                throw Problem(.conflict, "That \(error.what) is taken.")
            }
        }
        do {
            try await backend.inDatabase { try $0.save(StoredUser(user)) }
        } catch {
            try await backend.onLoop { gateway in _ = gateway.directory.remove(user.name) }
            throw error
        }
        return .json(UserDocument.json(user), status: .created)
    }

    private static func delete(_ name: String?, _ backend: APIBackend) async throws -> Response {
        let user = try await changeable(name, backend)
        try await backend.inDatabase { try $0.removeUser(named: user.name) }
        try await backend.onLoop { gateway in
            gateway.directory.remove(user.name)
            gateway.runner.submit(.removeUser(UserID(user.name)))
        }
        return Response(status: .noContent)
    }

    // MARK: - Devices

    private static func devices(_ name: String?, _ backend: APIBackend) async throws -> Response {
        let user = try await user(name, backend).entry
        let registered = try await backend.onLoop { gateway in
            gateway.runner.exchange.devices(of: UserID(user.name)).map(\.rawValue)
        }
        return .json([
            "devices": .array(user.devices.map { UserDocument.json($0) }),
            "registered": .array(registered.map { .string($0) }),
        ])
    }

    private static func addDevice(_ object: JSONObject, to name: String?, _ backend: APIBackend) async throws
        -> Response
    {
        var user = try await changeable(name, backend)
        let device = try UserDocument.device(from: object, of: user.name)
        guard !user.devices.contains(where: { $0.name == device.name }) else {
            throw Problem(.conflict, "That device name is taken.")
        }
        user.devices.append(device)
        try await replace(user, backend)
        return .json(UserDocument.json(device), status: .created)
    }

    private static func removeDevice(_ device: String?, from name: String?, _ backend: APIBackend) async throws
        -> Response
    {
        var user = try await changeable(name, backend)
        guard let index = user.devices.firstIndex(where: { $0.name == device }) else {
            throw Problem(.notFound, "The user has no such device.")
        }
        user.devices.remove(at: index)
        try await replace(user, backend)
        let changed = user
        try await backend.onLoop { gateway in gateway.logOut(device: device ?? "", of: UserID(changed.name)) }
        return Response(status: .noContent)
    }

    private static func changeable(_ name: String?, _ backend: APIBackend) async throws -> UserEntry {
        let (entry, origin) = try await user(name, backend)
        guard origin == .api else {
            throw Problem(.conflict, "The user stands in the configuration file; change it there.")
        }
        return entry
    }

    private static func replace(_ user: UserEntry, _ backend: APIBackend) async throws {
        try await backend.onLoop { gateway in
            let before = gateway.directory.remove(user.name)
            do throws(DirectoryConflict) {
                try gateway.directory.add(user, from: .api)
            } catch {
                // What stood there before is put back as it was, so it fits.
                if let before { try? gateway.directory.add(before, from: .api) }
                throw Problem(.conflict, "That \(error.what) is taken.")
            }
        }
        try await backend.inDatabase { try $0.save(StoredUser(user)) }
    }

    // MARK: - Bodies

    private static func body(of request: Request, _ backend: APIBackend) async throws -> JSONObject {
        let buffer = try await request.body.collect(upTo: backend.limits.bodyBytes)
        let parsed: JSONValue
        do {
            parsed = try JSONParser.parse(Array(buffer.readableBytesView))
        } catch {
            throw Problem(.badRequest, "The body is not JSON: \(error)")
        }
        guard let object = parsed.object else { throw Problem(.badRequest, "The body must be a JSON object.") }
        return object
    }
}
