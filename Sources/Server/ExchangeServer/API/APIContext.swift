internal import Hummingbird
internal import Logging
internal import NIOCore

/// What the routes know of a request beside itself.
struct APIContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Whether the request comes from this machine and through no proxy.
    let isLocal: Bool
    /// Where the request comes from.
    let address: ClientAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        isLocal = source.channel.remoteAddress?.isLoopback ?? false
        address = source.channel.remoteAddress.flatMap { ClientAddress($0) }
    }
}
