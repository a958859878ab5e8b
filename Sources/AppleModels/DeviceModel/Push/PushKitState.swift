/// The state of the app's pushes in PushKit and the call daemon.
public struct PushKitState: Hashable, Sendable {
    /// The registry of the process.
    public enum Registry: Hashable, Sendable {
        /// The app has not made a registry since its process started.
        case none
        /// The app has made a registry. Pushes are delivered once it has a delegate and VoIP is among the desired
        /// types.
        case made(delegate: PushDelegateMethods?, desiresVoIP: Bool)
    }

    /// The app's push token; nil if it was invalidated.
    public internal(set) var token: PushTokenID? = PushTokenID(0)
    /// The registry of the process.
    public internal(set) var registry = Registry.none
    /// Pushes that wait for a registry, for the delivery before them, or for the first unlock; the oldest first.
    public internal(set) var waiting: [PushArrival] = []
    /// The push that is being delivered.
    public internal(set) var delivery: PushDelivery?
    /// The number of pushes without a report since the app was installed, at most the system's limit.
    public internal(set) var violations = 0
    /// Whether the system no longer starts the app for pushes.
    public internal(set) var isRevoked = false

    init() {}

    /// The methods of the delegate that receives pushes; nil if pushes cannot be delivered.
    var receiver: PushDelegateMethods? {
        guard case .made(let delegate?, true) = registry else { return nil }
        return delegate
    }

    mutating func setDelegate(_ delegate: PushDelegateMethods?) {
        guard case .made(_, let desiresVoIP) = registry else { return }
        registry = .made(delegate: delegate, desiresVoIP: desiresVoIP)
        // If the delegate turns out to lack the method with metadata, the metadata do not excuse it from reporting.
        if delegate == .classic { delivery?.mustReport = nil }
    }

    mutating func setDesiresVoIP(_ desiresVoIP: Bool) {
        guard case .made(let delegate, _) = registry else { return }
        registry = .made(delegate: delegate, desiresVoIP: desiresVoIP)
    }
}

/// The methods for incoming pushes that a delegate implements.
public enum PushDelegateMethods: Hashable, Sendable {
    /// Only the method without `mustReport`.
    case classic
    /// Also the method with metadata, of iOS 26.4.
    case withMetadata
    /// None: pushes are delivered to no method.
    case none
}

/// A push that is being delivered to the delegate.
public struct PushDelivery: Hashable, Sendable {
    /// The push that is being delivered.
    public let id: VoIPPushID
    /// The value of `mustReport` in the metadata; nil for the method without metadata.
    public internal(set) var mustReport: Bool?
    /// Whether the app has reported a call, even if the report was refused.
    public internal(set) var didReport = false

    init(id: VoIPPushID, mustReport: Bool?) {
        self.id = id
        self.mustReport = mustReport
    }
}

/// Stands for the bytes of a push token.
public struct PushTokenID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// Identifies a VoIP push. The code that drives the device keeps its payload.
public struct VoIPPushID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
