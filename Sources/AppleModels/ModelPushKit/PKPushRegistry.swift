internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
public import Foundation

/// Where an app takes pushes. Made at every launch; delegate first, then types (C13).
///
/// Source: developer.apple.com/documentation/pushkit/pkpushregistry.
open class PKPushRegistry: NSObject {
    private let part: PushPart?
    let queue: DispatchQueue?

    /// A registry whose delegate is called on a queue; nil is the main one.
    public init(queue: DispatchQueue?) {
        part = ProcessHandle.recording("PKPushRegistry")?.part(PushPart.self)
        self.queue = queue
        super.init()
        part?.add(self)
    }

    /// Who is told.
    open weak var delegate: (any PKPushRegistryDelegate)? {
        didSet {
            part?.process.recordWrite("PKPushRegistry")
            part?.delegateChanged(exists: delegate != nil)
        }
    }

    /// Which pushes are wanted.
    open var desiredPushTypes: Set<PKPushType>? {
        didSet {
            part?.process.recordWrite("PKPushRegistry")
            part?.send(.setDesiresVoIP(desiredPushTypes?.contains(.voIP) ?? false))
        }
    }

    /// The address for a kind of push; nil as long as there is none.
    open func pushToken(for type: PKPushType) -> Data? {
        part?.process.record("PKPushRegistry")
        guard type == .voIP, desiredPushTypes?.contains(.voIP) == true, let part else { return nil }
        return part.process.kernel.look { $0.pushes.token }.map(part.process.kernel.bytes)
    }

    var delegateQueue: CallbackQueue { CallbackQueue(queue) }
}

/// A kind of push.
///
/// Source: developer.apple.com/documentation/pushkit/pkpushtype.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The name in the system.
    public let rawValue: String

    /// A name in the system.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name in the system.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A call is coming in.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// A complication of the watch has news.
    @available(iOS, introduced: 9.0, deprecated: 13.0, message: "the watch takes its own pushes")
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
    /// A file provider has news.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}

/// The address pushes are sent to.
open class PKPushCredentials: NSObject {
    /// The kind of push.
    public let type: PKPushType
    /// The address.
    public let token: Data

    init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
    }
}

/// What a push carries.
open class PKPushPayload: NSObject {
    /// The kind of push.
    public let type: PKPushType
    /// The payload as its sender wrote it, at most 5 KB (C17).
    public let dictionaryPayload: [AnyHashable: Any]

    init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) {
        self.type = type
        self.dictionaryPayload = dictionaryPayload
    }
}

/// What the system says about a VoIP push (iOS 26.4 and later).
@available(iOS 26.4, *)
open class PKVoIPPushMetadata: NSObject {
    /// Whether a call must be reported. Never to be guessed: its criteria may change (C10).
    public let mustReport: Bool

    init(mustReport: Bool) {
        self.mustReport = mustReport
    }
}
