internal import AsyncHTTPClient
internal import MediaEngine
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Fetches files that are to be played on a leg.
final class FileFetcher: Sendable {
    private static let answerTime: TimeAmount = .seconds(5)
    /// Ten minutes of stereo at 48 kHz.
    private static let byteCountMax = 128 << 20

    /// Made with the first file.
    private let client = Mutex<HTTPClient?>(nil)

    /// Nil when there is no such file, or it is no WAV file.
    func fetch(_ address: String, on loop: any EventLoop) async -> WAVFile? {
        let client = client.withLock { known in
            let client = known ?? HTTPClient(eventLoopGroupProvider: .shared(loop))
            known = client
            return client
        }
        guard let response = try? await client.execute(HTTPClientRequest(url: address), timeout: Self.answerTime),
            response.status == .ok, let body = try? await response.body.collect(upTo: Self.byteCountMax)
        else { return nil }
        return try? body.withUnsafeReadableBytes(WAVFile.init(parsing:))
    }

    func stop() async {
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        try? await client?.shutdown()
    }
}
