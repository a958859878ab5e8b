import CallModel
import CarillonRTC
import PhoneCore
import PhoneSignaling
import Testing

/// What a phone calls its signaling sessions.
@Suite struct SignalingSessionTests {
    private let acme = OrganizationID("acme")
    private let other = OrganizationID("other")

    private func name(_ registration: RegistrationID, _ device: String) -> String {
        SignalingSession(of: registration, on: device).name
    }

    @Test func `a registration's session is called the same each time, as the carrier's own clients call theirs`() {
        let name = name(RegistrationID(acme), "dev_1")
        #expect(name == SignalingSession(of: RegistrationID(acme), on: "dev_1").name)
        #expect(UUIDValue(name) != nil)
    }

    @Test func `another registration, and another person or phone, has another session`() {
        let names = [
            name(RegistrationID(acme), "dev_1"), name(RegistrationID(acme, .carrier), "dev_1"),
            name(RegistrationID(other), "dev_1"), name(RegistrationID(acme), "dev_2"),
        ]
        #expect(Set(names).count == names.count)
    }

    @Test func `a phone stays connected for longer than its client waits to end a call that was being placed`() {
        #expect(PhoneLimits().takeUpDuration > ClientSettings.unknownCallWaitUsual)
    }
}
