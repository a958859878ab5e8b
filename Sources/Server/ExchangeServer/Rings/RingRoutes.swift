internal import CallModel
internal import ExchangeCore
internal import Hummingbird

/// Where carriers tell of calls. It is no part of the API: only a carrier that signs is heard.
enum RingRoutes {
    static func add(to router: Router<APIContext>, _ backend: APIBackend) {
        guard let door = backend.rings.door else { return }
        router.post(RouterPath(door.account.webhookPath)) { request, _ -> Response in
            try await door.answer(request) { users in
                try await backend.onLoop { $0.liveCalls(of: users) }
            }
        }
    }
}
