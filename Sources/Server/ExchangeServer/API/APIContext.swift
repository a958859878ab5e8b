internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// What the routes know of a request beside itself.
struct APIContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Whether the request comes from this machine, through no proxy, and asks for this machine: a page whose name was
    /// made to lead here asks for that name.
    let isLocal: Bool
    /// Where the request comes from: through which trusted proxies it came does not matter.
    let address: ClientAddress?

    init(source: ApplicationRequestContextSource) {
        self.init(source: source, headers: [:], namesThisMachine: true, proxies: TrustedProxies())
    }

    init(
        source: ApplicationRequestContextSource, headers: HTTPFields, namesThisMachine: Bool, proxies: TrustedProxies
    ) {
        coreContext = .init(source: source)
        let peer = source.channel.remoteAddress
        let isForwarded = headers.contains(.xForwardedFor) || headers.contains(.forwarded)
        let isNear = peer.map { $0.isLoopback && !proxies.contains($0) && !isForwarded } ?? false
        isLocal = isNear && namesThisMachine
        address = peer.flatMap { ClientAddress(proxies.client(of: $0, forwardedFor: headers[values: .xForwardedFor])) }
    }
}
