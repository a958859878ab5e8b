import LivePhones
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Standins
import Synchronization

/// The WebSockets of the pages that drive one phone's bridge.
final class PageSockets: WebSocketOwner {
    private struct State {
        var count = 0
        var pages: [Int: LivePage] = [:]
    }

    private let origins: PageOrigins
    private let load: @Sendable (LivePage) -> Void
    private let state = Mutex(State())

    /// - Parameter load: called with each new page, on any thread.
    init(origins: PageOrigins, load: @escaping @Sendable (LivePage) -> Void) {
        self.origins = origins
        self.load = load
    }

    func admits(_ head: HTTPRequestHead) -> Bool {
        origins.admits(head.headers.first(name: "origin"))
    }

    func nextNumber() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    func opened(_ number: Int, _ channel: any Channel, host: String?, query: String) {
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
        load(page)
    }

    func received(_ number: Int, _ bytes: [UInt8]) {
        state.withLock { $0.pages[number] }?.receive(String(decoding: bytes, as: UTF8.self))
    }

    func closed(_ number: Int) {
        state.withLock { $0.pages.removeValue(forKey: number) }?.socketClosed()
    }
}

/// The origins from which a page may open a socket. Any website that is open in a browser on this machine could ask.
package struct PageOrigins: Sendable {
    /// The hosts of this machine, from which every page may come.
    private static let ownHosts = ["localhost", "127.0.0.1", "[::1]"]

    private let others: [String]

    /// - Parameter others: the origins besides this machine's.
    package init(_ others: [String] = []) {
        self.others = others
    }

    /// - Parameter origin: the `origin` header; nil for a program, which could send any.
    package func admits(_ origin: String?) -> Bool {
        guard let origin else { return true }
        return others.contains(origin) || Self.host(of: origin).map(Self.ownHosts.contains) ?? false
    }

    /// The host of `scheme://host:port`; nil for an opaque origin.
    private static func host(of origin: String) -> String? {
        guard let start = origin.firstRange(of: "://")?.upperBound else { return nil }
        let rest = origin[start...]
        // The colons of an address of IPv6 are in brackets.
        let end = rest.lastIndex(of: ":").flatMap { rest[$0...].contains("]") ? nil : $0 } ?? rest.endIndex
        return String(rest[..<end])
    }
}
