public import CallModel
public import Foundation
public import PhoneCore
public import PushPayload

/// What an app gives its phone. Making any of it must not touch a framework: it is made at the start of the process.
@MainActor
public struct PhoneParts {
    /// Signalling and media.
    public var signaling: any SignalingPort
    /// The exchange's API.
    public var exchange: any ExchangePort
    /// The app's own screens.
    public var screens: any ScreenPort
    /// The log.
    public var log: any LogPort
    /// Where the record is kept.
    public var files: any FileStore
    /// The keychain's items of this app; also given to who speaks with the exchange.
    public var credentials: CredentialDesk
    /// The person's contacts, whose names the system then shows before the exchange's; none: the exchange's are shown.
    public var contacts: (any ContactSource)?
    /// Which push service this build is for.
    public var environment = PushEnvironment.production
    /// Time.
    public var clock: any PhoneClock = SteadyClock()
    /// Where the frameworks post what they notify of.
    public var centre = NotificationCenter.default
    /// Fresh names.
    public var names: any NameSource = RandomNames()
    /// Every figure the phone decides by.
    public var limits = PhoneLimits()
    /// How the system shows the calls.
    public var appearance = CallAppearance()
    /// The words of the notices.
    public var texts = NoticeTexts()
    /// Writes down what the frameworks do, to hold the model of them against it. None as a rule.
    public var trace: TraceRecorder?

    /// Names what has no default.
    public init(
        signaling: any SignalingPort, exchange: any ExchangePort, screens: any ScreenPort, log: any LogPort,
        files: any FileStore, credentials: CredentialDesk
    ) {
        self.signaling = signaling
        self.exchange = exchange
        self.screens = screens
        self.log = log
        self.files = files
        self.credentials = credentials
    }
}

/// Time as the phone knows it. Simulations bring their own.
nonisolated public protocol PhoneClock: Sendable {
    /// Since an origin that never moves while the process lives; goes on while the device sleeps.
    var now: Duration { get }

    /// The device's wall clock, which the person and the network may set.
    var date: Date { get }

    /// Returns at `deadline` or later, at once when it has passed.
    ///
    /// It begins where it is called: a clock that a test moves knows what waits on the main actor before it moves.
    ///
    /// - Throws: `CancellationError`.
    nonisolated(nonsending) func wait(until deadline: Duration) async throws
}

/// The device's own clocks.
public struct SteadyClock: PhoneClock {
    private let origin = ContinuousClock.now

    /// A clock whose origin is now.
    public init() {}

    public var now: Duration { origin.duration(to: .now) }

    public var date: Date { Date() }

    public nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await Task.sleep(until: origin.advanced(by: deadline), clock: .continuous)
    }
}

extension WallTime {
    /// The moment of a date, within the bounds of both.
    public init(_ date: Date) {
        let milliseconds = date.timeIntervalSince1970 * 1_000
        let bound = Double(WallTime.bound)
        self.init(milliseconds: Int64(min(max(milliseconds, -bound), bound)))
    }
}

/// Where names come from that nothing else has.
public protocol NameSource: Sendable {
    /// A fresh name, with the bits of a version 4 UUID.
    func freshName() -> UUIDValue
}

/// Names drawn by the system's own generator.
public struct RandomNames: NameSource {
    /// A source; all are alike.
    public init() {}

    public func freshName() -> UUIDValue { UUID().value }
}

extension UUID {
    /// The same 128 bits, as Foundation writes them.
    package init(_ value: UUIDValue) {
        let words = (value.high.bigEndian, value.low.bigEndian)
        self = withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The same 128 bits, as the core writes them.
    package var value: UUIDValue {
        withUnsafeBytes(of: uuid) { bytes in
            UUIDValue(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
