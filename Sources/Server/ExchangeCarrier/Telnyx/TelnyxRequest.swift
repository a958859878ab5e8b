package import RingCore
internal import WireJSON

/// One request to Call Control, before it is sent.
package struct TelnyxRequest: Hashable, Sendable {
    package enum Method: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }

    package let method: Method
    /// Below the address of the API.
    package let path: String
    /// JSON; empty for a GET.
    package let body: [UInt8]

    package init(method: Method, path: String, body: [UInt8]) {
        self.method = method
        self.path = path
        self.body = body
    }

    /// Asks of a leg by its name, which came from outside.
    ///
    /// - Returns: nil when it is not written as names of legs are, and could lead elsewhere.
    package init?(look leg: CarrierLegID) {
        let isName = leg.rawValue.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x3A, 0x5F: true  // Digits, letters, "-", ":" and "_".
            default: false
            }
        }
        guard isName, !leg.rawValue.isEmpty else { return nil }
        self.init(method: .get, path: "/calls/\(leg.rawValue)", body: [])
    }
}
