internal import Broadcast
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1

/// Answers requests of applications' servers that came on a connection which the API serves.
struct PublishingRoute: Sendable {
    let station: NIOLoopBound<BroadcastStation>
    let eventLoop: any EventLoop

    /// nil: the request is for the API.
    func reply(to request: Request) async throws -> Response? {
        let uri = request.head.path ?? ""
        guard BroadcastAddress.isRequest(uri) else { return nil }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: BroadcastLimits.messageBytesMax)
        } catch is NIOTooManyBytesError {
            return PublishingReply.tooLarge.response
        }
        let (station, method) = (station, HTTPMethod(rawValue: request.method.rawValue))
        let reply = try await eventLoop.submit {
            station.value.isEmpty ? nil : PublishingAPI.reply(to: method, uri, body, station.value)
        }.get()
        return reply?.response ?? Problem(.notFound, "There is no such address.").response
    }
}
