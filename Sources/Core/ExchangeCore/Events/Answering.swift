public import Redaction

/// A called device's request to take the call.
public struct Answering: Hashable, Sendable {
    /// The name of the call on this device.
    public var callID: CallID
    /// The device's session description, an answer.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool
    /// Headers for the calling app.
    public var headers: [CustomHeader]

    /// Describes an answer.
    public init(callID: CallID, description: Redacted<String>, trickles: Bool, headers: [CustomHeader] = []) {
        self.callID = callID
        self.description = description
        self.trickles = trickles
        self.headers = headers
    }
}
