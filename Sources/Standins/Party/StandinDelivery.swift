/// Something a party sends of its own accord: a POST to one of our addresses.
public struct StandinDelivery: Hashable, Sendable {
    /// What the party knows it by.
    public var number: Int
    public var url: String
    public var headers: [StandinHeader]
    public var body: [UInt8]

    public init(number: Int, url: String, headers: [StandinHeader] = [], body: [UInt8]) {
        self.number = number
        self.url = url
        self.headers = headers
        self.body = body
    }
}
