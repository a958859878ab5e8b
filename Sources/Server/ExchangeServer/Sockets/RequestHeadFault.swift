internal import NIOHTTP1

/// Why a request is not answered: a proxy in front could take it for another one, or hear its end elsewhere.
///
/// Source: RFC 9112 §3.2 and §6.1.
enum RequestHeadFault: String {
    case version = "This speaks HTTP/1.1 and HTTP/1.0."
    case noHost = "The Host header is missing."
    case severalHosts = "There is more than one Host header; send one."
    case malformedHost = "The Host header is no host and port."
    case transferEncoding = "HTTP/1.0 has no Transfer-Encoding; say Content-Length."
    case twoLengths = "Content-Length and Transfer-Encoding contradict each other; send one."

    /// nil when the head can be understood in one way only.
    init?(_ head: HTTPRequestHead) {
        guard let fault = Self.host(head) ?? Self.length(head) else { return nil }
        self = fault
    }

    private static func host(_ head: HTTPRequestHead) -> RequestHeadFault? {
        guard head.version == .http1_1 || head.version == .http1_0 else { return .version }
        let hosts = head.headers["Host"]
        guard hosts.count <= 1 else { return .severalHosts }
        // Clients of HTTP/1.0 may not know the header.
        guard let host = hosts.first else { return head.version == .http1_0 ? nil : .noHost }
        return RequestHost(host) == nil ? .malformedHost : nil
    }

    private static func length(_ head: HTTPRequestHead) -> RequestHeadFault? {
        guard head.headers.contains(name: "Transfer-Encoding") else { return nil }
        if head.version == .http1_0 { return .transferEncoding }
        return head.headers.contains(name: "Content-Length") ? .twoLengths : nil
    }
}
