import ExchangeServer
import NIOCore
import NIOEmbedded
import Testing

@Suite struct UnusedConnectionTests {
    @Test func `when the exchange stops, a connection that has asked for nothing is closed at once`() throws {
        let channel = EmbeddedChannel(handler: IdleConnectionHandler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!channel.isActive)
    }

    @Test func `a connection that has begun to ask is left to who answers it`() throws {
        let channel = EmbeddedChannel(handler: IdleConnectionHandler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(string: "GET "))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive)
        #expect(try channel.readInbound() == ByteBuffer(string: "GET "))
        _ = try channel.finish()
    }
}
