internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// Receives pushes for an app. An app makes one at every launch and sets the delegate first, then the desired types
/// (C13).
///
/// Source: developer.apple.com/documentation/pushkit/pkpushregistry.
open class PKPushRegistry: NSObject {
    private let part: PushPart?
    let queue: DispatchQueue?

    /// Makes a registry whose delegate is called on the given queue; nil means the main queue.
    public init(queue: DispatchQueue?) {
        part = ProcessHandle.recording("PKPushRegistry")?.part(PushPart.self)
        self.queue = queue
        super.init()
        part?.add(self)
    }

    /// The receiver of tokens and pushes.
    open weak var delegate: (any PKPushRegistryDelegate)? {
        didSet {
            part?.process.recordWrite("PKPushRegistry")
            part?.delegateChanged(exists: delegate != nil)
        }
    }

    /// The types of pushes that the app wants.
    open var desiredPushTypes: Set<PKPushType>? {
        didSet {
            part?.process.recordWrite("PKPushRegistry")
            part?.send(.setDesiresVoIP(desiredPushTypes?.contains(.voIP) ?? false))
        }
    }

    /// Returns the token for a type of push; nil if there is none.
    open func pushToken(for type: PKPushType) -> Data? {
        part?.process.record("PKPushRegistry")
        guard type == .voIP, desiredPushTypes?.contains(.voIP) == true, let part else { return nil }
        return part.process.kernel.look { $0.pushes.token }.map(part.process.kernel.bytes)
    }

    var delegateQueue: CallbackQueue { CallbackQueue(queue) }
}

/// A type of push.
///
/// Source: developer.apple.com/documentation/pushkit/pkpushtype.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The system's name.
    public let rawValue: String

    /// Makes a type from the system's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a type from the system's name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A call is coming in.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// A complication of the watch has an update.
    @available(iOS, introduced: 9.0, deprecated: 13.0, message: "the watch takes its own pushes")
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
    /// A file provider has an update.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}

/// The credentials for sending pushes to the app.
open class PKPushCredentials: NSObject {
    /// The type of push.
    public let type: PKPushType
    /// The token to which pushes are sent.
    public let token: Data

    init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
    }
}

/// The payload of a push.
open class PKPushPayload: NSObject {
    /// The type of push.
    public let type: PKPushType
    /// The payload as its sender wrote it, at most 5 KB (C17).
    public let dictionaryPayload: [AnyHashable: Any]

    init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) {
        self.type = type
        self.dictionaryPayload = dictionaryPayload
    }
}

/// The system's metadata of a VoIP push (iOS 26.4 and later).
@available(iOS 26.4, *)
open class PKVoIPPushMetadata: NSObject {
    /// Whether the app must report a call. An app must not predict the value, as its criteria may change (C10).
    public let mustReport: Bool

    init(mustReport: Bool) {
        self.mustReport = mustReport
    }
}
