public import Foundation

/// What a plugin's method gives back to the page, in Objective-C.
public typealias CAPPluginReturnType = NSString

/// Nothing. A macro in Objective-C, as the other two.
public var CAPPluginReturnNone: String { "none" }
/// Call after call, to a function.
public var CAPPluginReturnCallback: String { "callback" }
/// A promise.
public var CAPPluginReturnPromise: String { "promise" }
