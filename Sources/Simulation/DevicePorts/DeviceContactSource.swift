package import DeviceRuntime
package import PhoneKit

/// The contacts of a modeled phone, as the app's port reads them.
@MainActor
package final class DeviceContactSource: ContactSource {
    private let contacts: DeviceContacts

    /// - Parameter contacts: the contacts that a process may read.
    package init(_ contacts: DeviceContacts) {
        self.contacts = contacts
    }

    package func askPermission() async -> Bool { contacts.ask() }

    package func numbers() async -> ContactReading { contacts.numbers().map(ContactReading.numbers) ?? .forbidden }
}
