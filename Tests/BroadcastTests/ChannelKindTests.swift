import Broadcast
import Testing

struct ChannelKindTests {
    @Test func `a channel's prefix says who may listen`() {
        #expect(ChannelKind(channel: "private-user.1") == .private)
        #expect(ChannelKind(channel: "presence-room") == .presence)
        #expect(ChannelKind(channel: "privateer") == .public)
    }
}
