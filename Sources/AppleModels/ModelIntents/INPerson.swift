public import Foundation

/// A person in an intent.
open class INPerson: NSObject {
    /// How the person is reached.
    public let personHandle: INPersonHandle?
    /// The name shown.
    public let displayName: String

    init(personHandle: INPersonHandle?, displayName: String) {
        self.personHandle = personHandle
        self.displayName = displayName
    }
}
