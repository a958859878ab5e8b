public import Foundation

/// Foundation's own, for a dictionary of the frameworks' values.
public typealias FoundationObject = Foundation.NSObject

/// `NSObject` where it lies on Apple's platforms. `check` writes `ObjectiveC.NSObject` wherever a source says `NSObject`, so
/// that an import of Foundation that served only for it is noticed here as it is there.
open class NSObject: Foundation.NSObject {}
