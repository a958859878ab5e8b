/// What may be asked of a channel besides whether anybody listens.
public struct ChannelFigures: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let userCount = ChannelFigures(rawValue: 1)
    public static let subscriptionCount = ChannelFigures(rawValue: 2)
    public static let cache = ChannelFigures(rawValue: 4)

    /// Reads `info=user_count,subscription_count,cache`; what is not known is passed over, as Pusher does.
    public init(info: some StringProtocol) {
        self = []
        for word in info.split(separator: ",") {
            switch word {
            case "user_count": insert(.userCount)
            case "subscription_count": insert(.subscriptionCount)
            case "cache": insert(.cache)
            default: break
            }
        }
    }
}
