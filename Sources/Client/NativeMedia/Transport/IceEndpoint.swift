/// A server's numeric address.
struct IceEndpoint: Hashable, Sendable {
    var address: String
    var port: UInt16
}
