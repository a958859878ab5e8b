public import Foundation

/// Header-shaped: what the template uses of Contacts.
public enum CNEntityType: Int, Sendable {
    case contacts = 0
}

public enum CNAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    @available(iOS 18.0, *)
    case limited = 4
}

public protocol CNKeyDescriptor {}

extension String: CNKeyDescriptor {}

public let CNContactPhoneNumbersKey = "phoneNumbers"

// A stub has no state: Apple declares the class so.
open class CNPhoneNumber: NSObject, @unchecked Sendable {
    open var stringValue: String { "" }
}

open class CNLabeledValue<Value>: NSObject {
    open var value: Value { fatalError() }
}

// A stub has no state: Apple declares the class so.
open class CNContact: NSObject, @unchecked Sendable {
    open var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] { [] }
}

open class CNContactFetchRequest: NSObject {
    public init(keysToFetch: [any CNKeyDescriptor]) {}
}

// A stub has no state: Apple declares the class so.
open class CNContactStore: NSObject, @unchecked Sendable {
    override public init() {}

    open class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus { .denied }

    open func requestAccess(for entityType: CNEntityType) async throws -> Bool { false }

    open func enumerateContacts(
        with fetchRequest: CNContactFetchRequest,
        usingBlock block: (CNContact, UnsafeMutablePointer<ObjCBool>) -> Void
    ) throws {}
}
