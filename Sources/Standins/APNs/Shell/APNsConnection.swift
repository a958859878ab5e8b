internal import NIOCore
internal import NIOHTTP2

/// One connection to the stand-in. Used on its event loop only.
final class APNsConnection {
    /// Between GOAWAY and the end, for the client to read what it was told.
    private static let goAwayGrace: TimeAmount = .milliseconds(200)

    let number: Int
    private let channel: any Channel
    private(set) var openStreams = 0

    init(number: Int, channel: any Channel) {
        self.number = number
        self.channel = channel
    }

    func opened() { openStreams += 1 }
    func closed() { openStreams -= 1 }

    /// How many streams the client may have from now on.
    func announce(streams: Int) {
        write(.settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)])))
    }

    /// No stream after this one is taken; then the connection ends.
    func goAway(last: HTTP2StreamID, body: [UInt8]) {
        let data = channel.allocator.buffer(bytes: body)
        write(.goAway(lastStreamID: last, errorCode: .noError, opaqueData: data))
        channel.eventLoop.scheduleTask(in: Self.goAwayGrace) { [channel] in channel.close(promise: nil) }
    }

    func cut() {
        channel.close(promise: nil)
    }

    /// Reads nothing for so long: the client's flow control fills up and its PINGs stay unanswered.
    func stopReading(for time: TimeAmount) {
        let options = channel.syncOptions
        try? options?.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: time) { [channel] in
            try? channel.syncOptions?.setOption(.autoRead, value: true)
            channel.read()
        }
    }

    private func write(_ payload: HTTP2Frame.FramePayload) {
        channel.pipeline.syncOperations.writeAndFlush(
            NIOAny(HTTP2Frame(streamID: .rootStream, payload: payload)), promise: nil)
    }
}
