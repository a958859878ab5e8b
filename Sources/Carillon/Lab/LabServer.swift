import ExchangeServer
import Lab
import NIOCore
import NIOPosix
import Standins

/// The port of the Lab's page: its files, the download of the trace, and the WebSocket of each page.
final class LabServer: Sendable {
    /// The list of the page's files, and its document.
    static let list = "lab/files.json"
    static let page = "lab/index.html"

    private let listener: HTTPListener
    private let group: MultiThreadedEventLoopGroup

    private init(_ listener: HTTPListener, _ group: MultiThreadedEventLoopGroup) {
        self.listener = listener
        self.group = group
    }

    var port: Int { listener.port }

    /// Listens on a port, or on a free one for 0.
    ///
    /// - Throws: `StandinFailure` if the port cannot be used.
    static func start(
        host: String, port: Int, files: BrowserPhoneFiles, pages: LabPages, fleet: LabPhones, recorder: LabRecorder
    ) async throws -> LabServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let answers = LabAnswers(files: files, pages: pages, recorder: recorder)
        do {
            let listener = try await HTTPListener.start(
                host: host, port: port, on: group, sockets: [pages, LabBridges.sockets(of: fleet, beside: pages)]
            ) { answers.answer(to: $0) }
            pages.origin = LabOrigin(host: host, port: listener.port)
            return LabServer(listener, group)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    func stop() async {
        await listener.stop()
        try? await group.shutdownGracefully()
    }
}

/// The answers to requests that open no WebSocket.
struct LabAnswers: Sendable {
    let files: BrowserPhoneFiles
    let pages: LabPages
    let recorder: LabRecorder

    func answer(to request: StandinRequest) -> StandinResponse {
        guard pages.origin?.isOwn(host: request.header("host")) == true else {
            return .text("This is a Lab by another name.\n", status: 421)
        }
        guard request.method == "GET" else {
            return .text("This address takes GET.\n", status: 405)
        }
        switch request.path {
        case "/", "/lab": return StandinResponse(status: 302, headers: [StandinHeader("location", "/lab/")])
        case "/trace.jsonl": return trace(request)
        case "/lab/": return file(LabServer.page, request)
        case let path: return file(String(path.dropFirst()), request)
        }
    }

    private func file(_ path: String, _ request: StandinRequest) -> StandinResponse {
        guard let file = files[path] else { return .text("There is no such file.\n", status: 404) }
        let headers = [
            StandinHeader("content-type", file.type), StandinHeader("cache-control", "no-cache"),
            StandinHeader("content-security-policy", Self.policy(at: request.header("host") ?? "")),
            StandinHeader("x-content-type-options", "nosniff"), StandinHeader("referrer-policy", "no-referrer"),
            StandinHeader("cross-origin-opener-policy", "same-origin"),
            StandinHeader("cross-origin-resource-policy", "same-origin"),
        ]
        return StandinResponse(status: 200, headers: headers, body: Array(file.content.readableBytesView))
    }

    private func trace(_ request: StandinRequest) -> StandinResponse {
        let headers = [
            StandinHeader("content-type", "application/jsonl"), StandinHeader("cache-control", "no-store"),
            StandinHeader("content-disposition", "attachment; filename=\"lab.jsonl\""),
            StandinHeader("x-content-type-options", "nosniff"),
            StandinHeader("cross-origin-resource-policy", "same-origin"),
        ]
        return StandinResponse(status: 200, headers: headers, body: recorder.with { $0.trace.bytes })
    }

    /// No script, style or address but the Lab's own. The host is one of the Lab's names, and adds nothing else.
    private static func policy(at host: String) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws://\(host); \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'
        """
    }
}
