internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// A change of a call's properties. Only the properties that were set replace the system's values (C31).
///
/// Source: developer.apple.com/documentation/callkit/cxcallupdate; the merge is assumed (C31).
open class CXCallUpdate: NSObject, NSCopying {
    struct Fields: OptionSet {
        let rawValue: Int
        static let remoteHandle = Fields(rawValue: 1)
        static let localizedCallerName = Fields(rawValue: 2)
        static let supportsHolding = Fields(rawValue: 4)
        static let supportsGrouping = Fields(rawValue: 8)
        static let supportsUngrouping = Fields(rawValue: 16)
        static let supportsDTMF = Fields(rawValue: 32)
        static let hasVideo = Fields(rawValue: 64)
    }

    /// The properties that were assigned.
    private(set) var given: Fields = []

    /// The handle of the other party.
    open var remoteHandle: CXHandle? { didSet { given.insert(.remoteHandle) } }
    /// The name to show, which overrides the name in Contacts.
    open var localizedCallerName: String? { didSet { given.insert(.localizedCallerName) } }
    /// Whether the call can be held.
    open var supportsHolding = false { didSet { given.insert(.supportsHolding) } }
    /// Whether the call can be merged with another.
    open var supportsGrouping = false { didSet { given.insert(.supportsGrouping) } }
    /// Whether the call can be taken out of a group.
    open var supportsUngrouping = false { didSet { given.insert(.supportsUngrouping) } }
    /// Whether the keypad sends DTMF tones.
    open var supportsDTMF = false { didSet { given.insert(.supportsDTMF) } }
    /// Whether the call has video.
    open var hasVideo = false { didSet { given.insert(.hasVideo) } }

    /// Makes an update that changes nothing yet.
    public override init() {}

    /// A copy with the same properties set.
    open func copy(with zone: NSZone?) -> Any {
        let copy = CXCallUpdate()
        copy.remoteHandle = remoteHandle
        copy.localizedCallerName = localizedCallerName
        copy.supportsHolding = supportsHolding
        copy.supportsGrouping = supportsGrouping
        copy.supportsUngrouping = supportsUngrouping
        copy.supportsDTMF = supportsDTMF
        copy.hasVideo = hasVideo
        copy.given = given
        return copy
    }
}

extension CXCallUpdate {
    /// The properties that were set, in the machine's terms.
    func update(texts: inout InternTable) -> CallUpdate {
        var update = CallUpdate()
        if given.contains(.remoteHandle), let handle = remoteHandle {
            update.handle = texts.handle(kind: handle.type.rawValue, handle.value)
        }
        if given.contains(.localizedCallerName), let name = localizedCallerName { update.name = texts.text(name) }
        if given.contains(.supportsHolding) { update.supportsHolding = supportsHolding }
        if given.contains(.supportsGrouping) { update.supportsGrouping = supportsGrouping }
        if given.contains(.supportsDTMF) { update.supportsDigits = supportsDTMF }
        if given.contains(.hasVideo) { update.hasVideo = hasVideo }
        return update
    }
}

/// A handle under which a person is reached: a number, an address or an identifier of the app.
///
/// Source: developer.apple.com/documentation/callkit/cxhandle.
open class CXHandle: NSObject, NSCopying {
    /// The kind of a handle.
    public enum HandleType: Int, Sendable {
        /// An identifier that only the app understands.
        case generic = 1
        /// A telephone number; the system looks it up in Contacts.
        case phoneNumber = 2
        /// A mail address; the system looks it up in Contacts.
        case emailAddress = 3
    }

    /// The kind.
    public let type: HandleType
    /// The number, address or identifier.
    public let value: String

    /// Makes a handle.
    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }

    /// Whether the other handle has the same kind and value.
    open func isEqual(to handle: CXHandle) -> Bool { type == handle.type && value == handle.value }

    /// Handles are equal if kind and value are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let handle = object as? CXHandle else { return false }
        return isEqual(to: handle)
    }

    /// Equal handles have equal hashes.
    open override var hash: Int { value.hashValue ^ type.rawValue }

    /// Handles do not change, so a copy is the handle itself.
    open func copy(with zone: NSZone?) -> Any { self }
}
