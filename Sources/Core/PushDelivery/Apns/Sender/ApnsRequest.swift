internal import CallModel
internal import PushPayload
public import Redaction

/// One request to Apple's service, but for the provider token.
///
/// Source: Apple, "Sending notification requests to APNs" (documented).
public struct ApnsRequest: Hashable, Sendable {
    /// The last part of the path.
    public let deviceToken: Redacted<String>
    public let topic: String
    public let type: ApnsPushType
    /// Unix seconds after which Apple no longer tries; 0: tries once.
    public let expiration: Int64
    public let id: PushID
    /// Alerts of one name replace each other, and are found by it on the device: that of a ringing. At most 64 bytes.
    public let collapseID: String?
    public let payload: [UInt8]

    /// - Parameter entry: a push to an address of Apple's; of another one's there is no request.
    init?(_ entry: QueuedPush, at now: Duration) {
        guard case .apns(let topic, _) = entry.push.token.address else { return nil }
        deviceToken = entry.push.token.value
        self.topic = topic
        type = ApnsPushType(topic: topic, entry.push.kind)
        let name = entry.push.call.map { IncomingPush.alertName(of: $0, in: entry.push.round) }
        collapseID = type == .alert ? name : nil
        // Whole seconds, rounded down: never later than the ring. In the last second it is tried once.
        expiration = entry.deadline - now < .seconds(1) ? 0 : entry.push.deadline.milliseconds / 1_000
        id = entry.push.id
        payload = entry.push.body
    }
}
