/// The body of a request to publish.
public struct PublicationRequest: Hashable, Sendable {
    /// In order; one but for a batch.
    public var publications: [Publication]
    /// What the answer is to tell of the channels.
    public var wanted: [ChannelFigures]
}
