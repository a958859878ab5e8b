import LivePhones
import NIOCore
import NIOWebSocket
import Standins
import Synchronization

/// The WebSockets of the pages that drive the bridges of phones.
final class PageSockets: WebSocketOwner {
    private struct State {
        var count = 0
        var pages: [Int: LivePage] = [:]
    }

    private let admits: @Sendable (StandinRequest) -> Bool
    private let load: @Sendable (LivePage, StandinRequest) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - admits: whether a page that sends this request may open a socket; called on an event loop.
    ///   - load: called with each new page and its request, on any thread.
    init(
        admits: @escaping @Sendable (StandinRequest) -> Bool,
        load: @escaping @Sendable (LivePage, StandinRequest) -> Void
    ) {
        self.admits = admits
        self.load = load
    }

    func accepts(_ request: StandinRequest) -> [StandinHeader]? { admits(request) ? [] : nil }

    func nextNumber() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    func opened(_ number: Int, _ channel: any Channel, _ request: StandinRequest) {
        let page = LivePage { output in
            switch output {
            case .send(let text):
                let frame = WebSocketFrame(fin: true, opcode: .text, data: channel.allocator.buffer(string: text))
                channel.writeAndFlush(frame, promise: nil)
            case .close:
                var code = channel.allocator.buffer(capacity: 2)
                code.write(webSocketErrorCode: .normalClosure)
                let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: code)
                channel.writeAndFlush(frame).whenComplete { _ in channel.close(promise: nil) }
            }
        }
        state.withLock { $0.pages[number] = page }
        load(page, request)
    }

    func received(_ number: Int, _ bytes: [UInt8]) {
        state.withLock { $0.pages[number] }?.receive(String(decoding: bytes, as: UTF8.self))
    }

    func closed(_ number: Int) {
        state.withLock { $0.pages.removeValue(forKey: number) }?.socketClosed()
    }
}
