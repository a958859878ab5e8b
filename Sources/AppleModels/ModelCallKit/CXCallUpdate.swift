internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// What is new about a call. Only what was set is applied over what the system knew before (C31).
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

    /// Who is at the other end.
    open var remoteHandle: CXHandle? { didSet { given.insert(.remoteHandle) } }
    /// The name to show; it overrides what the system finds in Contacts.
    open var localizedCallerName: String? { didSet { given.insert(.localizedCallerName) } }
    /// Whether the call can be held.
    open var supportsHolding = false { didSet { given.insert(.supportsHolding) } }
    /// Whether the call can be merged with another.
    open var supportsGrouping = false { didSet { given.insert(.supportsGrouping) } }
    /// Whether the call can be taken out of a group.
    open var supportsUngrouping = false { didSet { given.insert(.supportsUngrouping) } }
    /// Whether the keypad sends tones.
    open var supportsDTMF = false { didSet { given.insert(.supportsDTMF) } }
    /// Whether there is a picture.
    open var hasVideo = false { didSet { given.insert(.hasVideo) } }

    /// An update that changes nothing yet.
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
    /// What was set, for the machine.
    func update(texts: inout TextBook) -> CallUpdate {
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

/// How a person is reached: a number, an address or something of the app's own.
///
/// Source: developer.apple.com/documentation/callkit/cxhandle.
open class CXHandle: NSObject, NSCopying {
    /// What kind of thing the value is.
    public enum HandleType: Int, Sendable {
        /// Something only the app understands.
        case generic = 1
        /// A telephone number; the system looks it up in Contacts.
        case phoneNumber = 2
        /// A mail address; the system looks it up in Contacts.
        case emailAddress = 3
    }

    /// The kind.
    public let type: HandleType
    /// The number or address itself.
    public let value: String

    /// A handle of a kind.
    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }

    /// Whether the other handle has the same kind and value.
    open func isEqual(to handle: CXHandle) -> Bool { type == handle.type && value == handle.value }

    /// Equal by kind and value.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let handle = object as? CXHandle else { return false }
        return isEqual(to: handle)
    }

    /// Equal handles have equal hashes.
    open override var hash: Int { value.hashValue ^ type.rawValue }

    /// Handles do not change, so a copy is the handle itself.
    open func copy(with zone: NSZone?) -> Any { self }
}
