internal import Broadcast
internal import CallModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WireJSON

/// What clients ask the exchange itself: to be let into a channel, and whether it lives.
enum BroadcastRoutes {
    static func add(to router: Router<APIContext>, _ backend: APIBackend, _ station: NIOLoopBound<BroadcastStation>) {
        // Source: Reverb's address for health checks.
        router.get("/up") { _, _ -> Response in .json(["health": "OK"]) }
        router.post("/broadcasting/auth") { request, context -> Response in
            try backend.crowds.admitAddress(context.address)
            let asker = try await backend.asker(
                authorization: request.headers[.authorization], from: context.address)
            guard let asker else { throw Problem.unauthorized() }
            try backend.crowds.admit(asker)
            let buffer = try await request.body.collect(upTo: BroadcastLimits.messageBytesMax)
            let wish = try ChannelWish(Array(buffer.readableBytesView), type: request.headers[.contentType])
            // Noted before it is looked up: or a member removed in between would stay.
            if let user = asker.user?.rawValue {
                let permit = ListeningPermit(user: user, channel: wish.channel)
                try await backend.eventLoop.submit {
                    station.value.own?.handle(.permitted(wish.socket, permit))
                }.get()
            }
            let permit = try await ChannelPermit(wish.channel, for: asker, backend)
            let auth = try await backend.eventLoop.submit {
                wish.signedText(permit.channelData).flatMap { station.value.own?.signature.auth(for: $0) }
            }.get()
            guard let auth else { throw Problem.notFound }
            var answer: JSONObject = ["auth": .string(auth)]
            answer["channel_data"] = permit.channelData.map { .string($0) }
            return .json(.object(answer))
        }
    }
}
