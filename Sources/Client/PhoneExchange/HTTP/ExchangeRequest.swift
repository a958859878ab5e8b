import WireJSON

/// A question to the exchange's API.
struct ExchangeRequest: Sendable {
    let method: String
    /// Below the address of the API, without a leading slash.
    let path: String
    var body: JSONObject?
    /// How long the answer may take; nil: as long as any.
    var timeLimit: Duration?

    static func get(_ path: String) -> ExchangeRequest { ExchangeRequest(method: "GET", path: path) }

    static func post(_ path: String, _ body: JSONObject? = nil) -> ExchangeRequest {
        ExchangeRequest(method: "POST", path: path, body: body)
    }
}
