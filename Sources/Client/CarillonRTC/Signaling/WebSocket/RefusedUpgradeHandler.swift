internal import NIOCore
internal import NIOHTTP1

/// Hears the answer to the upgrade when it is not the upgrade.
final class RefusedUpgradeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let link: WebSocketLink

    init(link: WebSocketLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { link.end(.upgradeRefused(status: Int(head.status.code))) }
    }
}
