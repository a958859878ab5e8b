public import RingCore

/// What a carrier said to an order.
public struct CarrierReply: Hashable, Sendable {
    /// Whether it took it.
    public let result: CommandResult
    /// What it told besides: the answer to a look. Taken after the result.
    public let news: [CarrierNews]

    public init(_ result: CommandResult, news: [CarrierNews] = []) {
        self.result = result
        self.news = news
    }
}
