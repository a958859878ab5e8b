internal import Broadcast
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WireJSON

/// What clients ask the exchange itself: to be let into a channel, to be taken for their user, and whether it lives.
struct BroadcastRoutes: Sendable {
    let backend: APIBackend
    let station: NIOLoopBound<BroadcastStation>

    static func add(to router: Router<APIContext>, _ backend: APIBackend, _ station: NIOLoopBound<BroadcastStation>) {
        let routes = BroadcastRoutes(backend: backend, station: station)
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
        let wish = try ChannelWish(body, type: request.headers[.contentType])
        try await note(ListeningPermit.name(of: asker), in: wish.channel, on: wish.socket)
        try await requireStanding(asker, request, context)
        let permit = try await ChannelPermit(wish.channel, for: asker, backend)
        var answer: JSONObject = ["auth": .string(try await auth(for: wish.signedText(permit.channelData)))]
        answer["channel_data"] = permit.channelData.map { .string($0) }
        return .json(.object(answer))
    }

    /// Source: Pusher Channels, “User authentication”; Laravel's address.
    private func signIn(_ request: Request, _ context: APIContext) async throws -> Response {
        let (asker, body) = try await ask(request, context)
        let socket = try ChannelWish.signIn(body, type: request.headers[.contentType])
        guard let user = asker.user else { throw Problem(.forbidden, "Only a user can be signed in as one.") }
        try await note(user.rawValue, in: ChannelName.ofSignedIn(user.rawValue), on: socket)
        try await requireStanding(asker, request, context)
        let userData = try await ChannelPermit.userData(of: user, backend)
        let text = SignInRequest(auth: nil, userData: userData).signedText(for: socket)
        return .json(["auth": .string(try await auth(for: text)), "user_data": .string(userData)])
    }

    private func ask(_ request: Request, _ context: APIContext) async throws -> (asker: APIAsker, body: [UInt8]) {
        let asker = try await backend.asker(authorization: request.headers[.authorization], from: context.address)
        try backend.crowds.admit(asker, from: context.address)
        guard let asker else { throw Problem.unauthorized() }
        let buffer = try await request.body.collect(upTo: BroadcastLimits.messageBytesMax)
        return (asker, Array(buffer.readableBytesView))
    }

    /// Noted before it is looked up: or a member removed in between would stay.
    private func note(_ user: String, in channel: String, on socket: SocketID) async throws {
        let station = station
        let permit = ListeningPermit(user: user, channel: channel)
        try await backend.eventLoop.submit { station.value.own?.handle(.permitted(socket, permit)) }.get()
    }

    /// A token, password or device that was withdrawn between its proof and the note found nothing of this socket to end.
    private func requireStanding(_ asker: APIAsker, _ request: Request, _ context: APIContext) async throws {
        let proven = try await backend.asker(authorization: request.headers[.authorization], from: context.address)
        guard proven?.key == asker.key else { throw Problem.unauthorized() }
    }

    private func auth(for text: String?) async throws -> String {
        let station = station
        let auth = try await backend.eventLoop.submit {
            text.flatMap { station.value.own?.signature.auth(for: $0) }
        }.get()
        guard let auth else { throw Problem.notFound }
        return auth
    }
}

extension ListeningPermit {
    /// As whom an asker listens.
    static func name(of asker: APIAsker) -> String {
        switch asker {
        case .operatorToken(let name): holder(ofToken: name)
        case .user, .session, .apple: asker.user?.rawValue ?? ""
        }
    }

    /// As whom the holder of an API token listens: no user can have the name.
    static func holder(ofToken name: String) -> String { "\u{0}token:\(name)" }
}
