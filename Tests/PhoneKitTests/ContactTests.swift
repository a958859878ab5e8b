import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import Testing

/// The names of Contacts go before those of the exchange, where the person lets the app know who is in them.
@MainActor
@Suite struct ContactTests {
    /// A phone whose person was asked, and on which the app was opened since.
    private func phone(_ isAllowed: Bool, contacts: [String]) async -> PhoneUnderTest {
        let phone = PhoneUnderTest(readsContacts: true)
        for number in contacts { await phone.device.addContact(number) }
        phone.device.allowContacts(isAllowed)
        await phone.device.openApp()
        await ask(phone)
        return phone
    }

    private func ask(_ phone: PhoneUnderTest) async {
        let app = phone.app
        phone.device.asApp { _ = Task { @MainActor in _ = await app?.contacts.askPermission() } }
        await phone.device.advance(by: .milliseconds(100))
    }

    private func rings(_ phone: PhoneUnderTest) -> [String] {
        phone.device.moments.map(\.words).filter { $0.hasPrefix("rings: ") }
    }

    @Test func `a caller in Contacts is shown by the contact's name, any other by the exchange's`() async {
        let phone = await phone(true, contacts: ["+15550100", "+4930123456"])
        await phone.device.lock()
        await phone.device.kill(.reclaimMemory)
        await phone.device.push(json: Payload.call(1, name: "Anna", caller: "+15550100"))
        await phone.device.decline()
        await phone.device.push(json: Payload.call(2, name: "Ben", caller: "+15550177"))
        #expect(rings(phone) == ["rings: contact of +15550100", "rings: Ben"])
        #expect(phone.device.violations == 0)
    }

    @Test func `who does not let the app read Contacts is shown the exchange's names`() async {
        let phone = await phone(false, contacts: ["+15550100"])
        await phone.device.push(json: Payload.call(1))
        #expect(rings(phone) == ["rings: Anna"])
    }

    @Test func `before the first unlock the system knows no contact, and the exchange's name is shown`() async {
        let phone = await phone(true, contacts: ["+15550100"])
        await phone.device.reboot()
        await phone.device.push(json: Payload.call(1))
        #expect(rings(phone) == ["rings: Anna"])
        await phone.device.advance(by: .seconds(9))
        #expect(phone.device.recents.map(\.name) == ["Anna"])
    }

    @Test func `numbers read while the app was on the screen are not read again before a report`() async {
        let phone = await phone(true, contacts: ["+15550100"])
        await phone.device.lock()
        await phone.device.kill(.reclaimMemory)
        await phone.device.push(json: Payload.call(1))
        #expect(!phone.device.frameworkCalls.contains { $0.hasPrefix("CNContactStore") })
        #expect(rings(phone) == ["rings: contact of +15550100"])
    }

    @Test func `a withdrawn permission erases the known numbers, and a new contact is learned`() async {
        let phone = await phone(true, contacts: ["+15550100"])
        await phone.device.addContact("+15550177")
        await phone.device.forceQuit()
        await phone.device.openApp()
        await phone.device.push(json: Payload.call(1, name: "Ben", caller: "+15550177"))
        await phone.device.decline()
        phone.device.allowContacts(false)
        await phone.device.forceQuit()
        await phone.device.openApp()
        await phone.device.push(json: Payload.call(2, name: "Ben", caller: "+15550177"))
        #expect(rings(phone) == ["rings: contact of +15550177", "rings: Ben"])
        let bytes = try? phone.device.files.read(ContactNumbers.name)
        #expect(bytes == [])
    }

    @Test func `numbers stay known where Contacts could not be read this time`() async {
        let source = GivenContacts(.numbers(["+15550100"]))
        let numbers = ContactNumbers(source, files: FolderUnderTest().store, log: RecordingPorts())
        await numbers.refresh()
        source.reading = .failed
        await numbers.refresh()
        #expect(numbers.know(.phoneNumber("+15550100")))
        source.reading = .forbidden
        await numbers.refresh()
        #expect(!numbers.know(.phoneNumber("+15550100")))
    }

    /// How people write numbers, and how the exchange does; each is looked up among contacts that have the other form.
    @Test(arguments: [
        ("030 1234567", "+49301234567"), ("+49 (0)30 1234567", "+49301234567"), ("0049 30 1234567", "+49301234567"),
        ("0171 1234567", "+491711234567"), ("01 23 45 67 89", "+33123456789"), ("020 7946 0958", "+442079460958"),
        ("+44 (0)20 7946 0958", "+442079460958"), ("07700 900123", "+447700900123"), ("06 1234567", "+39061234567"),
        ("+39 06 1234567", "+39061234567"), ("347 1234567", "+393471234567"), ("(817) 939-8981", "+18179398981"),
        ("1-817-939-8981", "+18179398981"), ("+1 817 939 8981,,12", "+18179398981"), ("02 9876 5432", "+61298765432"),
        ("0412 345 678", "+61412345678"), ("138 0013 8000", "+8613800138000"), ("11 91234-5678", "+5511912345678"),
        ("8 495 123-45-67", "+74951234567"), ("1-817-939-8981", "(817) 939-8981"),
        ("+52 1 55 1234 5678", "+525512345678"),
        ("11 2345-6789", "+5491123456789"),
    ])
    func `a contact is known however its number is written`(saved: String, called: String) async {
        #expect(await isKnown(called, among: [saved]))
        #expect(await isKnown(saved, among: [called]))
    }

    /// What two numbers have in common says little: none of these reaches the other's owner.
    @Test(arguments: [
        ("5550100", "+12125550100"), ("1234567", "+49301234567"), ("9876 5432", "+61298765432"),
        ("+13012345678", "+493012345678"), ("030 1234567", "+49891234567"), ("123456", "+49123456"), ("1002", "1002"),
    ])
    func `a contact is not taken for another whose number ends alike`(saved: String, called: String) async {
        #expect(await !isKnown(called, among: [saved]))
        #expect(await !isKnown(saved, among: [called]))
    }

    private func isKnown(_ number: String, among contacts: [String]) async -> Bool {
        let folder = FolderUnderTest()
        let source = GivenContacts(.numbers(contacts))
        await ContactNumbers(source, files: folder.store, log: RecordingPorts()).refresh()
        // As the next process reads them.
        return ContactNumbers(source, files: folder.store, log: RecordingPorts())
            .know(.phoneNumber(Redacted(number)))
    }

    @Test func `an app that does not want to know asks nothing`() async {
        let phone = PhoneUnderTest()
        await phone.device.addContact("+15550100")
        phone.device.allowContacts(true)
        await phone.device.openApp()
        await ask(phone)
        await phone.device.push(json: Payload.call(1))
        #expect(rings(phone) == ["rings: Anna"])
        #expect(!phone.device.frameworkCalls.contains { $0.hasPrefix("CNContactStore") })
    }
}

/// Contacts that are read as the test says.
@MainActor
private final class GivenContacts: ContactSource {
    var reading: ContactReading

    init(_ reading: ContactReading) {
        self.reading = reading
    }

    func askPermission() async -> Bool { true }
    func numbers() async -> ContactReading { reading }
}
