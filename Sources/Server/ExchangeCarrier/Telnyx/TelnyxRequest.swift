internal import RingCore
internal import WireJSON

/// One request to Call Control, before it is sent.
package struct TelnyxRequest: Hashable, Sendable {
    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    package let method: Method
    /// Below the address of the API.
    package let path: String
    /// JSON; empty for a GET.
    package let body: [UInt8]
}
