import Contacts
import PhoneKit

/// The numbers in Contacts, which the person may let the app read. Part of them is enough: those the person chose.
@MainActor
final class SystemContacts: ContactSource {
    func askPermission() async -> Bool { await Self.ask() }

    func numbers() async -> ContactReading {
        switch CNContactStore.authorizationStatus(for: .contacts) {
        case .authorized, .limited: await Task.detached(priority: .utility) { Self.read() }.value
        case .notDetermined, .restricted, .denied: .forbidden
        @unknown default: .forbidden
        }
    }

    private nonisolated static func ask() async -> Bool {
        do { return try await CNContactStore().requestAccess(for: .contacts) } catch { return false }
    }

    /// Blocks on another process, so never on the main thread.
    private nonisolated static func read() -> ContactReading {
        var numbers: [String] = []
        let request = CNContactFetchRequest(keysToFetch: [CNContactPhoneNumbersKey as any CNKeyDescriptor])
        do {
            try CNContactStore().enumerateContacts(with: request) { contact, _ in
                for number in contact.phoneNumbers { numbers.append(number.value.stringValue) }
            }
        } catch {
            return .failed
        }
        return .numbers(numbers)
    }
}
