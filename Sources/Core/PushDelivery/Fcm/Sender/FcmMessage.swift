internal import PushPayload
internal import Redaction
internal import WireJSON

/// One message to Google's service, but for the access token.
///
/// Source: Firebase, "projects.messages" of the FCM v1 API (documented).
public struct FcmMessage: Hashable, Sendable {
    public let project: String
    /// The JSON of the request.
    public let body: [UInt8]

    /// - Parameter entry: a push to an address of Google's; of another one's there is no message.
    init?(_ entry: QueuedPush, at now: Duration) {
        guard case .fcm(let project) = entry.push.token.address else { return nil }
        self.project = project
        let isRing = entry.push.kind == .incomingCall
        var writer = JSONWriter(reserving: entry.push.body.count + 512)
        writer.write(raw: "{\"message\":{\"token\":")
        writer.write(entry.push.token.value.revealed)
        writer.write(raw: ",\"data\":")
        writer.bytes += entry.push.body
        // A message of high priority that shows nothing costs the app its priority, and a phone that rings is awake.
        // Source: Firebase, "Set and manage Android message priority" (documented).
        writer.write(raw: isRing ? ",\"android\":{\"priority\":\"HIGH\"" : ",\"android\":{\"priority\":\"NORMAL\"")
        writer.write(raw: ",\"direct_boot_ok\":true,\"ttl\":\"")
        writer.write(max((entry.deadline - now).components.seconds, 0))
        writer.write(raw: "s\"}}}")
        body = writer.bytes
    }
}
