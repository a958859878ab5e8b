internal import Broadcast
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Redaction
internal import WireJSON

/// The routes for clients of the exchange's own application: admission to a channel, sign-in, and a health check.
struct BroadcastRoutes: Sendable {
    let backend: APIBackend
    let broadcast: NIOLoopBound<BroadcastServer>

    static func add(to router: Router<APIContext>, _ backend: APIBackend, _ broadcast: NIOLoopBound<BroadcastServer>) {
        let routes = BroadcastRoutes(backend: backend, broadcast: broadcast)
        // Source: Reverb's address for health checks.
        router.get("/up") { _, _ -> Response in .json(["health": "OK"]) }
        router.post("/broadcasting/auth") { request, context -> Response in
            try await routes.letIn(request, context)
        }
        router.post("/broadcasting/user-auth") { request, context -> Response in
            try await routes.signIn(request, context)
        }
    }

    private func letIn(_ request: Request, _ context: APIContext) async throws -> Response {
        let (asker, body) = try await ask(request, context)
        let authorizationRequest = try ChannelAuthorizationRequest(body, type: request.headers[.contentType])
        try await note(
            ChannelAuthorization.name(of: asker), in: authorizationRequest.channel, on: authorizationRequest.socket)
        try await requireStanding(asker, request, context)
        let permit = try await ChannelSubscriptionGrant(authorizationRequest.channel, for: asker, backend)
        var answer: JSONObject = [
            "auth": .string(try await auth(for: authorizationRequest.signedText(permit.channelData)))
        ]
        answer["channel_data"] = permit.channelData.map { .string($0) }
        return .json(.object(answer))
    }

    /// Source: Pusher Channels, “User authentication”; Laravel's address.
    private func signIn(_ request: Request, _ context: APIContext) async throws -> Response {
        let (asker, body) = try await ask(request, context)
        let socket = try ChannelAuthorizationRequest.signIn(body, type: request.headers[.contentType])
        guard let user = asker.user else { throw Problem(.forbidden, "Only a user can be signed in as one.") }
        try await note(user.rawValue, in: ChannelName.ofSignedIn(user.rawValue), on: socket)
        try await requireStanding(asker, request, context)
        let userData = try await ChannelSubscriptionGrant.userData(of: user, backend)
        let text = ChannelSignInRequest(auth: nil, userData: userData).signedText(for: socket)
        return .json(["auth": .string(try await auth(for: text)), "user_data": .string(userData)])
    }

    private func ask(_ request: Request, _ context: APIContext) async throws -> (asker: APIPrincipal, body: [UInt8]) {
        let asker = try await backend.asker(authorization: request.headers[.authorization], from: context.address)
        try backend.rateLimiter.admit(asker, from: context.address)
        guard let asker else { throw Problem.unauthorized() }
        let buffer = try await request.body.collect(upTo: BroadcastLimits.messageBytesMax)
        return (asker, Array(buffer.readableBytesView))
    }

    /// Registers the permit before membership is checked: otherwise a member removed in between would stay.
    private func note(_ user: String, in channel: String, on socket: SocketID) async throws {
        let broadcast = broadcast
        let permit = ChannelAuthorization(user: user, channel: channel)
        try await backend.eventLoop.submit { broadcast.value.own?.handle(.permitted(socket, permit)) }.get()
    }

    /// Proves the asker once more: a token, password or device that was withdrawn between the first proof and the
    /// registration did not end this socket's permit.
    private func requireStanding(_ asker: APIPrincipal, _ request: Request, _ context: APIContext) async throws {
        let proven = try await backend.asker(authorization: request.headers[.authorization], from: context.address)
        guard proven?.key == asker.key else { throw Problem.unauthorized() }
    }

    private func auth(for text: String?) async throws -> String {
        let broadcast = broadcast
        let auth = try await backend.eventLoop.submit {
            text.flatMap { broadcast.value.own?.signature.auth(for: $0) }
        }.get()
        guard let auth else { throw Problem.notFound }
        return auth
    }
}

extension ChannelAuthorization {
    /// The name under which an asker listens.
    static func name(of asker: APIPrincipal) -> String {
        switch asker {
        case .operatorToken(let name): holder(ofToken: name)
        case .user, .session, .apple: asker.user?.rawValue ?? ""
        }
    }

    /// The name under which the holder of an API token listens: no user can have it.
    static func holder(ofToken name: String) -> String { "\u{0}token:\(name)" }
}

/// The permission to listen to a channel of the exchange's own application, and the listener's identity.
struct ChannelSubscriptionGrant: Sendable {
    /// The client's identity in a presence channel, exactly as it has to present it.
    let channelData: String?

    /// A user's channel is for that user, an organization's for its members. The holder of an API token may listen to
    /// every private channel, but has no presence. A device's channel is for that device alone, because its listener
    /// counts as the device.
    ///
    /// - Throws: `Problem` when the asker may not listen to the channel.
    init(_ channel: String, for asker: APIPrincipal, _ backend: APIBackend) async throws {
        let refusal = Problem(.forbidden, "That channel is not yours.")
        let kind = ChannelKind(channel: channel)
        // A sign-in admits to this channel; a signature for the channel never does.
        guard kind != .user else { throw refusal }
        if let device = ChannelName.device(of: channel) {
            guard Self.isOwn(DeviceID(device), of: asker, backend.rings.deviceRegistry) else { throw refusal }
            channelData = nil
            return
        }
        guard let user = asker.user else {
            guard kind == .private else { throw refusal }
            channelData = nil
            return
        }
        if channel == ChannelName.ofUser(user.rawValue) {
            channelData = nil
            return
        }
        guard let organization = ChannelName.organization(of: channel),
            try await backend.memberships.contain(user, in: organization)
        else { throw refusal }
        channelData = kind == .presence ? try await Self.member(user, backend) : nil
    }

    /// Whether a channel's device is the asker's. A device of the configuration proves only its user.
    private static func isOwn(_ device: DeviceID, of asker: APIPrincipal, _ deviceRegistry: DeviceRegistry) -> Bool {
        switch asker {
        case .session(let session): session.device == device.rawValue
        case .user(let user): !deviceRegistry.isOfAccount(device) && deviceRegistry.device(device)?.user == user
        case .operatorToken, .apple: false
        }
    }

    private static func member(_ user: UserID, _ backend: APIBackend) async throws -> String {
        try await who(user, named: "user_id", backend)
    }

    /// The identity of a user who signs in, exactly as it has to be presented. Source: Pusher Channels, “User
    /// authentication”.
    static func userData(of user: UserID, _ backend: APIBackend) async throws -> String {
        try await who(user, named: "id", backend)
    }

    private static func who(_ user: UserID, named key: String, _ backend: APIBackend) async throws -> String {
        let name = try await backend.onLoop { $0.directory.user(user)?.displayName?.revealed } ?? user.rawValue
        var data: JSONObject = [:]
        data[key] = .string(user.rawValue)
        data["user_info"] = ["name": .string(name)]
        return data.jsonText
    }
}

/// A client's request for admission to a channel, in the form or JSON that Pusher's clients and Laravel Echo send.
struct ChannelAuthorizationRequest: Sendable {
    let socket: SocketID
    let channel: String

    /// - Throws: `Problem` that names the missing field.
    init(_ body: [UInt8], type: String?) throws(Problem) {
        let fields = try Self.fields(body, type: type)
        let socket = try Self.socket(fields)
        guard let channel = fields["channel_name"], ChannelName.isValid(channel) else {
            throw Problem(.unprocessableContent, "channel_name must be a channel's name.")
        }
        self.socket = socket
        self.channel = channel
    }

    /// - Parameter channelData: the client's identity in a presence channel.
    func signedText(_ channelData: String?) -> String? {
        SubscribeRequest(channel: channel, channelData: channelData).signedText(for: socket)
    }

    /// The connection that signs in as the asking user.
    static func signIn(_ body: [UInt8], type: String?) throws(Problem) -> SocketID {
        try socket(try fields(body, type: type))
    }

    private static func fields(_ body: [UInt8], type: String?) throws(Problem) -> [String: String] {
        type?.hasPrefix("application/json") == true ? try json(body) : try form(body)
    }

    private static func socket(_ fields: [String: String]) throws(Problem) -> SocketID {
        guard let socket = fields["socket_id"].flatMap({ SocketID($0) }) else {
            throw Problem(.unprocessableContent, "socket_id must be the id that the server gave this connection.")
        }
        return socket
    }

    private static func json(_ body: [UInt8]) throws(Problem) -> [String: String] {
        guard let object = (try? JSONParser.parse(body))?.object else {
            throw Problem(.badRequest, "The body is not a JSON object.")
        }
        var fields: [String: String] = [:]
        for member in object.members { fields[member.key] = member.value.string }
        return fields
    }

    private static func form(_ body: [UInt8]) throws(Problem) -> [String: String] {
        var fields: [String: String] = [:]
        for field in body.split(separator: UInt8(ascii: "&")) {
            let halves = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let name = PercentEncoding.decode(String(decoding: halves[0], as: UTF8.self)),
                let value = PercentEncoding.decode(String(decoding: halves[1], as: UTF8.self))
            else { throw Problem(.badRequest, "The body is no form.") }
            fields[name] = value
        }
        return fields
    }
}
