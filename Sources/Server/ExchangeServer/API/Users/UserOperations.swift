internal import Accounts
internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Redaction
internal import RingCore
internal import WireJSON

/// Users and devices, for holders of an API token.
enum UserOperations {
    static let all = [list, create, show, delete, devices, addDevice, removeDevice]

    private static let user = [APIParameter(name: "name", shape: .text(.name), text: "The user's name.")]
    private static let conflict = APIAnswer.problem(
        .conflict, "Something that may be there once is there already, or the configuration file says so.")
    private static let nameKept = APIAnswer.problem(
        .conflict, "A name, login or number is taken, or the name was a deleted user's whose calls are still kept.")

    private static let list = APIOperation(
        id: "listUsers", method: .get, path: "/api/users", summary: "Every user, by name.", tag: "users",
        access: .operatorOnly,
        outcomes: [.ok(.object(.needed("users", .list(UserDocument.shape, atMost: 1_000_000))))]
    ) { call in .json(["users": .array(try await list(call.backend))]) }

    private static let create = APIOperation(
        id: "createUser", method: .post, path: "/api/users", summary: "Makes a user.", tag: "users",
        access: .operatorOnly, body: UserDocument.newShape, outcomes: [.created(UserDocument.shape), nameKept],
        isRepeatable: true
    ) { call in try await create(call, call.backend) }

    private static let show = APIOperation(
        id: "showUser", method: .get, path: "/api/users/{name}", summary: "One user.", tag: "users",
        access: .operatorOnly, parameters: user, outcomes: [.ok(UserDocument.shape)]
    ) { call in .json(UserDocument.json(try await Self.user(call.path("name"), call.backend).entry)) }

    private static let delete = APIOperation(
        id: "deleteUser", method: .delete, path: "/api/users/{name}",
        summary: """
            Removes a user with all logins, devices, sessions, memberships and messages; calls end. That there were \
            calls, and their recordings, stay until they are too old, and no other user gets the name before.
            """, tag: "users",
        access: .operatorOnly, parameters: user, outcomes: [.done, conflict]
    ) { call in
        let user = try await changeable(call.path("name"), call.backend)
        return try await delete(user.name, call.backend)
    }

    private static let devices = APIOperation(
        id: "listUserDevices", method: .get, path: "/api/users/{name}/devices",
        summary: "The devices of a user that have a login of their own, and those that are logged in.", tag: "users",
        access: .operatorOnly, parameters: user,
        outcomes: [
            .ok(
                .object(
                    .needed("devices", .list(UserDocument.deviceShape, atMost: 10_000)),
                    .needed("registered", .list(.text(.any(0...256)), atMost: 10_000))))
        ]
    ) { call in try await devices(call.path("name"), call.backend) }

    private static let addDevice = APIOperation(
        id: "addUserDevice", method: .post, path: "/api/users/{name}/devices",
        summary: "Gives a user a device with a login of its own.", tag: "users", access: .operatorOnly,
        parameters: user, body: UserDocument.newDeviceShape, outcomes: [.created(UserDocument.deviceShape), conflict],
        isRepeatable: true
    ) { call in try await addDevice(call, call.backend) }

    private static let removeDevice = APIOperation(
        id: "removeUserDevice", method: .delete, path: "/api/users/{name}/devices/{device}",
        summary: "Takes a device's login away.", tag: "users", access: .operatorOnly,
        parameters: user + [APIParameter(name: "device", shape: .text(.name), text: "The device's name.")],
        outcomes: [.done, conflict]
    ) { call in try await removeDevice(call.path("device"), from: call.path("name"), call.backend) }

    // MARK: - Users

    private static func list(_ backend: APIBackend) async throws -> [JSONValue] {
        let users = try await backend.onLoop { gateway in gateway.directory.users.values.map(\.entry) }
        return users.sorted { $0.name < $1.name }.map { UserDocument.json($0) }
    }

    private static let noUser = Problem(.notFound, "There is no such user.")

    private static func user(
        _ name: String?, _ backend: APIBackend
    ) async throws -> (entry: UserEntry, origin: Directory.Origin) {
        let found = try await backend.onLoop { gateway in name.flatMap { gateway.directory.users[$0] } }
        guard let found else { throw noUser }
        return found
    }

    private static func create(_ call: APICall, _ backend: APIBackend) async throws -> Response {
        let password = try await UserDocument.ownPassword(of: call.body, login: call.text("name"), backend)
        let user = try UserDocument.user(from: call.body, password: password)
        let document = UserDocument.json(user)
        let receipt = try call.receipt(document, status: .created)
        try await backend.userTurns.run(of: user.name) {
            guard try await !backend.inUsers({ try $0.keepsCalls(ofDeletedUser: user.name) }) else {
                throw Problem(.conflict, "A deleted user had that name, and calls of theirs are still kept.")
            }
            try await backend.onLoop { gateway in
                try resolve { () throws(DirectoryConflict) in try gateway.directory.add(user, from: .api) }
            }
            do {
                try await backend.inUsers { try $0.save(StoredUser(user), receipt: receipt) }
            } catch {
                try await backend.onLoop { gateway in _ = gateway.directory.remove(user.name) }
                throw error
            }
        }
        return .json(document, status: .created)
    }

    static func resolve(_ change: () throws(DirectoryConflict) -> Void) throws(Problem) {
        do throws(DirectoryConflict) {
            try change()
        } catch {
            throw Problem(.conflict, "That \(error.what) is taken.")
        }
    }

    /// Removes a user with all related data; the user's calls end.
    static func delete(_ name: String, _ backend: APIBackend) async throws -> Response {
        try await backend.userTurns.run(of: name) {
            try await backend.accounts.deleteAccount(of: name, at: backend.calendarNow)
            backend.rings.unheard.wake()
            // The steps from here on do not depend on the database: a failed deletion could not be repeated, as the
            // user is gone.
            try await backend.onLoop { gateway in
                gateway.directory.remove(name)
                gateway.runner.submit(.removeUser(UserID(name)))
            }
            try await backend.dismissListeners(as: name, of: nil)
            await backend.rings.notify(.removed(UserID(name)))
            await AccountService(backend: backend).settle(.user(name))
            await AccountService(backend: backend).renewReachEventually(of: name)
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

    private static func addDevice(_ call: APICall, _ backend: APIBackend) async throws -> Response {
        let name = try await changeable(call.path("name"), backend).name
        let device = try UserDocument.device(from: call.body, of: name)
        let document = UserDocument.json(device)
        let receipt = try call.receipt(document, status: .created)
        try await backend.userTurns.run(of: name) {
            try await backend.onLoop { try add(device, to: name, $0) }
            do {
                let stored = StoredUser.Device(device)
                guard try await backend.inUsers({ try $0.add(stored, to: name, receipt: receipt) }) else {
                    throw noUser
                }
            } catch {
                try await backend.onLoop { adopt(device, from: name, $0) }
                throw error
            }
        }
        return .json(document, status: .created)
    }

    private static func removeDevice(
        _ name: String, from user: String, _ backend: APIBackend
    ) async throws -> Response {
        let removed = try await backend.userTurns.run(of: user) {
            let device = try await backend.onLoop { gateway in
                let known = try changeable(user, gateway).devices.first { $0.name == name }
                guard let known else { throw Problem(.notFound, "The user has no such device.") }
                return known
            }
            // The removal is stored first, so that a login reported as removed is not accepted after a restart.
            let withdrawal = Withdrawal(
                .user(user, sparing: nil), because: .deviceRemoved, at: backend.calendarNow)
            try await backend.inUsers { try $0.removeDevice(named: name, of: user, revoking: withdrawal) }
            try await backend.onLoop { gateway in
                adopt(device, from: user, gateway)
                gateway.logOut(device: name, of: UserID(user))
            }
            try await AccountService(backend: backend).settleWithdrawal(of: UserID(user))
            return device
        }
        await backend.rings.notify(.loggedOut(DeviceID(removed.login)))
        return Response(status: .noContent)
    }

    // MARK: - In memory

    static func changeable(_ name: String, _ backend: APIBackend) async throws -> UserEntry {
        try await backend.onLoop { try changeable(name, $0) }
    }

    static func changeable(_ name: String, _ gateway: VertoGateway) throws(Problem) -> UserEntry {
        guard let (entry, origin) = gateway.directory.users[name] else { throw noUser }
        guard origin == .api else {
            throw Problem(.conflict, "The user is in the configuration file; change it there.")
        }
        return entry
    }

    private static func add(_ device: DeviceEntry, to name: String, _ gateway: VertoGateway) throws(Problem) {
        var user = try changeable(name, gateway)
        guard !user.devices.contains(where: { $0.name == device.name }) else {
            throw Problem(.conflict, "That device name is taken.")
        }
        user.devices.append(device)
        let changed = user
        try resolve { () throws(DirectoryConflict) in try gateway.directory.replace(changed, from: .api) }
    }

    /// Removing a device cannot cause a conflict.
    private static func adopt(_ device: DeviceEntry, from name: String, _ gateway: VertoGateway) {
        guard var user = gateway.directory.users[name]?.entry else { return }
        user.devices.removeAll { $0.login == device.login }
        try? gateway.directory.replace(user, from: .api)
    }
}
