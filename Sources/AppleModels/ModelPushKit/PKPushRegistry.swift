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
