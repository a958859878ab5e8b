public import WireJSON

/// `clientReady`: the session stands.
public struct VertoClientReady: Hashable, Sendable {
    /// The calls that survived the loss of the former socket; any other call of the client is over. Nil when not said.
    public var reattachedCallIDs: [String]?
    public var extra = JSONObject()

    public init(reattachedCallIDs: [String]? = nil) {
        self.reattachedCallIDs = reattachedCallIDs
    }

    init(_ params: JSONObject) {
        var fields = VertoFields(params, at: "params")
        reattachedCallIDs = fields.array("reattached_sessions")?.compactMap(\.string)
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.put("reattached_sessions", reattachedCallIDs?.map { .string($0) })
        params.merge(extra)
        return params
    }
}
