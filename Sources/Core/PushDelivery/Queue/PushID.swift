public import CallModel

/// Names one push, through all its attempts: Apple's `apns-id`.
public struct PushID: UUIDIdentifier {
    public let value: UUIDValue

    public init(_ value: UUIDValue) {
        self.value = value
    }
}
