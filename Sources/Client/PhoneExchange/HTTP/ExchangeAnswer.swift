import WireJSON

/// What the exchange's API answered.
struct ExchangeAnswer: Sendable {
    let status: Int
    /// Empty where there was none, or none that can be read.
    let body: JSONObject

    var isSuccess: Bool { (200..<300).contains(status) }
    /// The session is over, or the access token is.
    var isUnauthorized: Bool { status == 401 }
}
