public import PhoneCore

/// Where the phone writes what developers read afterwards. Nothing it is given names a person.
@MainActor
public protocol LogPort: AnyObject {
    /// A line of the phone's own.
    func write(_ line: PhoneLog)

    /// Something a framework refused or a file did not give.
    func write(_ fault: PhoneFault)
}
