package import DeviceRuntime
package import PhoneKit

/// A modelled phone's contacts, as the app's port for them reads them.
@MainActor
package final class DeviceContactSource: ContactSource {
    private let contacts: DeviceContacts

    /// Those a process may read.
    package init(_ contacts: DeviceContacts) {
        self.contacts = contacts
    }

    package func askPermission() async -> Bool { contacts.ask() }

    package func numbers() async -> ContactReading { contacts.numbers().map(ContactReading.numbers) ?? .forbidden }
}
