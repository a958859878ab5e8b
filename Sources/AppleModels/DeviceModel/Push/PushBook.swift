/// What PushKit and the daemon know of the app's pushes.
public struct PushBook: Hashable, Sendable {
    /// The registry of the process.
    public enum Registry: Hashable, Sendable {
        /// Not made since the process began.
        case none
        /// Made. Pushes are handed over when there is a delegate and VoIP is desired.
        case made(delegate: PushDelegateMethods?, desiresVoIP: Bool)
    }

    /// The app's token.
    public internal(set) var token: PushToken? = PushToken(0)
    /// The registry of the process.
    public internal(set) var registry = Registry.none
    /// Pushes that wait for a registry, for the delivery before them, or for the first unlock; the oldest first.
    public internal(set) var waiting: [PushArrival] = []
    /// The push that is being delivered.
    public internal(set) var delivery: PushDelivery?
    /// Pushes that went without a report since the app was installed; counted to the system's limit.
    public internal(set) var violations = 0
    /// Whether the system has stopped starting the app for pushes.
    public internal(set) var isRevoked = false

    init() {}

    /// The methods of the delegate that pushes can be handed to.
    var receiver: PushDelegateMethods? {
        guard case .made(let delegate?, true) = registry else { return nil }
        return delegate
    }

    mutating func setDelegate(_ delegate: PushDelegateMethods?) {
        guard case .made(_, let desiresVoIP) = registry else { return }
        registry = .made(delegate: delegate, desiresVoIP: desiresVoIP)
        // A delegate that turns out to lack the method with metadata is not excused by what they say.
        if delegate == .classic { delivery?.mustReport = nil }
    }

    mutating func setDesiresVoIP(_ desiresVoIP: Bool) {
        guard case .made(let delegate, _) = registry else { return }
        registry = .made(delegate: delegate, desiresVoIP: desiresVoIP)
    }
}

/// Which methods for incoming pushes a delegate implements.
public enum PushDelegateMethods: Hashable, Sendable {
    /// Only the one that knows nothing of `mustReport`.
    case classic
    /// Also the one of iOS 26.4, with metadata.
    case withMetadata
    /// None: a push is handed over to nobody.
    case none
}

/// A push whose delegate method runs.
public struct PushDelivery: Hashable, Sendable {
    public let id: PushID
    /// What the metadata said; `nil` for the method without metadata.
    public internal(set) var mustReport: Bool?
    /// The flag that a report sets, whatever becomes of the report.
    public internal(set) var didReport = false

    init(id: PushID, mustReport: Bool?) {
        self.id = id
        self.mustReport = mustReport
    }
}

/// A stand-in for the bytes of a push token.
public struct PushToken: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The name of a VoIP push; whoever drives the device keeps its payload.
public struct PushID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
