// Core Foundation's types do not exist on Linux; these stand in for them where the keychain is called.

/// A dictionary of Core Foundation.
public typealias CFDictionary = [String: Any]
/// A string of Core Foundation.
public typealias CFString = String
/// A truth value of Core Foundation.
public typealias CFBoolean = Bool
/// An object of Core Foundation.
public typealias CFTypeRef = AnyObject
/// The answer of a system call; 0 is success.
public typealias OSStatus = Int32

/// True. On Apple platforms it is optional by its declaration; write `true` where that can be.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFBooleanTrue: CFBoolean! = true
/// False.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFBooleanFalse: CFBoolean! = false
