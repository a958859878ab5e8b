internal import NIOCore
internal import NIOHTTP2
internal import NIOPosix
internal import NIOSSL

/// Opens connections to one endpoint of Apple's service.
struct ApnsConnector: Sendable {
    /// Below the wait of the sender, which then gives the connection up anyway.
    static let connectTimeout = TimeAmount.seconds(6)

    let host: String
    private let port: Int
    /// For logs.
    var address: String { "\(host):\(port)" }
    private let loop: any EventLoop
    private let tls: NIOSSLContext

    init(_ endpoint: ServiceEndpoint, on loop: any EventLoop) throws(PushSenderError) {
        host = endpoint.host
        port = endpoint.port
        self.loop = loop
        tls = try ClientTLS.context(endpoint, protocols: ["h2"])
    }

    /// Connects and puts the handler at the end of the pipeline; it tells of everything from then on.
    func connect(_ handler: ApnsFrameHandler) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(handler, eventLoop: loop)
        return ClientBootstrap(group: loop)
            .connectTimeout(Self.connectTimeout)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { [tls, host] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(ClientTLS.handler(tls, host: host))
                    try pipeline.addHandler(NIOHTTP2Handler(mode: .client, initialSettings: Self.settings))
                    try pipeline.addHandler(bound.value)
                }
            }
            .connect(host: host, port: port)
            .map { _ in }
    }

    /// We take no pushed streams, and no headers beyond a few. Source: RFC 9113 §6.5.2.
    private static let settings: HTTP2Settings = [
        HTTP2Setting(parameter: .enablePush, value: 0),
        HTTP2Setting(parameter: .maxHeaderListSize, value: 8_192),
    ]
}
