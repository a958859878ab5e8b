public import CallModel
public import Clocks
public import Foundation
public import PhoneCore
public import PushPayload

/// The parts that an app gives its phone. Making any of them must not touch a framework, because they are made at the
/// start of the process.
@MainActor
public struct PhoneDependencies {
    /// Signaling and media.
    public var signaling: any SignalingPort
    /// The exchange's API.
    public var exchange: any ExchangeAPIPort
    /// The app's own screens.
    public var screens: any ScreenPort
    /// The log.
    public var log: any LogPort
    /// Stores the record and the other files of the phone.
    public var files: any FileStore
    /// The keychain's items of this app; the client of the exchange uses the same object.
    public var credentials: CredentialQueue
    /// The person's contacts. The system shows their names in place of the exchange's; nil shows the exchange's names.
    public var contacts: (any ContactSource)?
    /// The push environment of this build.
    public var environment = PushEnvironment.production
    /// The clock.
    public var clock: any TimeSource = SystemClock()
    /// The notification center in which the frameworks post.
    public var center = NotificationCenter.default
    /// Gives unique names.
    public var names: any UUIDSource = RandomUUIDs()
    /// The limits by which the phone decides.
    public var limits = PhoneLimits()
    /// The way in which the system shows the calls.
    public var appearance = CallAppearance()
    /// The texts of the notices.
    public var texts = NoticeTexts()
    /// Records the frameworks' behavior, to compare the models of them with it. Usually nil.
    public var trace: TraceRecorder?

    /// Takes the parts that have no default.
    public init(
        signaling: any SignalingPort, exchange: any ExchangeAPIPort, screens: any ScreenPort, log: any LogPort,
        files: any FileStore, credentials: CredentialQueue
    ) {
        self.signaling = signaling
        self.exchange = exchange
        self.screens = screens
        self.log = log
        self.files = files
        self.credentials = credentials
    }
}

extension WallTime {
    /// The time of a date, limited to the bounds of ``WallTime``.
    public init(_ date: Date) {
        let milliseconds = date.timeIntervalSince1970 * 1_000
        let bound = Double(WallTime.bound)
        self.init(milliseconds: Int64(min(max(milliseconds, -bound), bound)))
    }
}

/// Gives names that are unique.
public protocol UUIDSource: Sendable {
    /// A fresh name, with the bits of a version 4 UUID.
    func freshName() -> UUIDValue
}

/// Random names from the system's generator.
public struct RandomUUIDs: UUIDSource {
    /// Makes a source, which has no state.
    public init() {}

    public func freshName() -> UUIDValue { UUID().value }
}

extension UUID {
    /// The same 128 bits as a UUID of Foundation.
    package init(_ value: UUIDValue) {
        let words = (value.high.bigEndian, value.low.bigEndian)
        self = withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The same 128 bits as a value of the core modules.
    package var value: UUIDValue {
        withUnsafeBytes(of: uuid) { bytes in
            UUIDValue(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
