import Glibc
import NIOCore
import NIOPosix
import Retransmission
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetransmissionTests {
    @Test func `the timeouts of a hastened connection do not double`() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(
            host: "127.0.0.1", port: 0
        ).get()
        let option = ChannelOptions.Types.SocketOption.tcpOption(.init(rawValue: TCP_THIN_LINEAR_TIMEOUTS))
        #expect(try await channel.getOption(option).get() == 0)
        try await channel.eventLoop.submit { Retransmission.hasten(on: channel) }.get()
        #expect(try await channel.getOption(option).get() == 1)
        try await channel.close().get()
    }
}
