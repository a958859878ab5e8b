// The keys and values of keychain dictionaries.
// Source: developer.apple.com/documentation/security/keychain-items. The values are those of the system.

/// The class of the item.
public let kSecClass: CFString = "class"
/// The class of generic passwords.
public let kSecClassGenericPassword: CFString = "genp"
/// The service of the item.
public let kSecAttrService: CFString = "svce"
/// The account of the item.
public let kSecAttrAccount: CFString = "acct"
/// A label for the person. The model does not keep it.
public let kSecAttrLabel: CFString = "labl"
/// The accessibility class (C74).
public let kSecAttrAccessible: CFString = "pdmn"
/// The access group: the apps that may see the item.
public let kSecAttrAccessGroup: CFString = "agrp"
/// Whether the item is synchronized to the person's other devices.
public let kSecAttrSynchronizable: CFString = "sync"
/// Matches both synchronized and other items.
public let kSecAttrSynchronizableAny: CFString = "syna"
/// The value of the item.
public let kSecValueData: CFString = "v_Data"
/// Whether to return the value.
public let kSecReturnData: CFString = "r_Data"
/// Whether to return the attributes.
public let kSecReturnAttributes: CFString = "r_Attributes"
/// How many items to return.
public let kSecMatchLimit: CFString = "m_Limit"
/// Returns the first match.
public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// Returns all matches.
public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Selects the data protection keychain, which is the only one on an iPhone.
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Accessible while the phone is unlocked. The default.
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// Accessible from the first unlock on.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Accessible while the phone is unlocked, on this phone only.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// Accessible from the first unlock on, on this phone only.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// The call succeeded.
public let errSecSuccess: OSStatus = 0
/// An argument is wrong.
public let errSecParam: OSStatus = -50
/// There is no space.
public let errSecAllocate: OSStatus = -108
/// No keychain is available.
public let errSecNotAvailable: OSStatus = -25291
/// The item exists already.
public let errSecDuplicateItem: OSStatus = -25299
/// The item does not exist.
public let errSecItemNotFound: OSStatus = -25300
/// The phone's lock makes the item inaccessible.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// The dictionary has an unknown key.
public let errSecNoSuchAttr: OSStatus = -25303
/// The app lacks an entitlement.
public let errSecMissingEntitlement: OSStatus = -34018

// Core Foundation's types do not exist on Linux. These types replace them in the keychain functions.

/// Core Foundation's dictionary.
public typealias CFDictionary = [String: Any]
/// Core Foundation's string.
public typealias CFString = String
/// Core Foundation's Boolean.
public typealias CFBoolean = Bool
/// Core Foundation's object reference.
public typealias CFTypeRef = AnyObject
/// The result of a system call; 0 means success.
public typealias OSStatus = Int32

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// True. Its declaration on Apple platforms is optional, so prefer `true` wherever possible.
public let kCFBooleanTrue: CFBoolean! = true
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// False.
public let kCFBooleanFalse: CFBoolean! = false
