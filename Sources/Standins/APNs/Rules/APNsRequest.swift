/// One request as it came over HTTP/2, complete.
public struct APNsRequest: Hashable, Sendable {
    public var method: String
    public var path: String
    /// In the order they came, names in lower case, without pseudo headers.
    public var headers: [APNsHeader]
    public var body: [UInt8]
    /// The identifier used when the request brings none.
    public var freshID: String

    public init(method: String, path: String, headers: [APNsHeader], body: [UInt8], freshID: String) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.freshID = freshID
    }

    /// The first value under a name.
    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The text after `/3/device/`; nil when the path is another.
    var device: Substring? {
        let prefix = "/3/device/"
        guard path.hasPrefix(prefix) else {
            return path == "/3/device" ? "" : nil
        }
        return path.dropFirst(prefix.count)
    }
}
