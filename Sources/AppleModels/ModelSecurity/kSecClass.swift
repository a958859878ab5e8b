// The keys and values of keychain dictionaries.
// Source: developer.apple.com/documentation/security/keychain-items. The texts are those of the system.

/// What kind of item.
public let kSecClass: CFString = "class"
/// A password for anything.
public let kSecClassGenericPassword: CFString = "genp"
/// Which service it is for.
public let kSecAttrService: CFString = "svce"
/// Whose it is.
public let kSecAttrAccount: CFString = "acct"
/// A text shown to the person. Kept by nobody here.
public let kSecAttrLabel: CFString = "labl"
/// When it can be reached (C74).
public let kSecAttrAccessible: CFString = "pdmn"
/// Which apps may see it.
public let kSecAttrAccessGroup: CFString = "agrp"
/// Whether it goes to the person's other devices.
public let kSecAttrSynchronizable: CFString = "sync"
/// Both those that do and those that do not.
public let kSecAttrSynchronizableAny: CFString = "syna"
/// The secret.
public let kSecValueData: CFString = "v_Data"
/// Whether the secret is wanted.
public let kSecReturnData: CFString = "r_Data"
/// Whether the attributes are wanted.
public let kSecReturnAttributes: CFString = "r_Attributes"
/// How many are wanted.
public let kSecMatchLimit: CFString = "m_Limit"
/// The first.
public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All.
public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// The keychain an iPhone has anyway.
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// While unlocked. The default.
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// From the first unlock on.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// While unlocked, on this phone only.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// From the first unlock on, on this phone only.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// Done.
public let errSecSuccess: OSStatus = 0
/// An argument is wrong.
public let errSecParam: OSStatus = -50
/// There is no room.
public let errSecAllocate: OSStatus = -108
/// There is no keychain.
public let errSecNotAvailable: OSStatus = -25291
/// It is there already.
public let errSecDuplicateItem: OSStatus = -25299
/// It is not there.
public let errSecItemNotFound: OSStatus = -25300
/// The phone is locked.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// A key of the dictionary is unknown.
public let errSecNoSuchAttr: OSStatus = -25303
/// The app lacks an entitlement.
public let errSecMissingEntitlement: OSStatus = -34018

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
