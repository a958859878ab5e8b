/// The accounts pushes are sent from.
public struct PushConfiguration: Sendable {
    public var apns: [ApnsAccount]
    public var fcm: [FcmAccount]

    public init(apns: [ApnsAccount] = [], fcm: [FcmAccount] = []) {
        self.apns = apns
        self.fcm = fcm
    }
}
