import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Redaction
import Testing

@MainActor
@Suite struct StoredSignInTests {
    @Test func `the sign-in record is in the phone's file when the call returns, and in the next process`() async {
        let phone = PhoneUnderTest()
        await phone.device.openApp()
        var machine = SignIn()
        var decisions: [SignIn.Effect] = []
        for event: SignIn.Event in [
            .wanted(isOnScreen: true), .nonce(SignInNonce(raw: "n", digest: "d")),
            .authorized(
                AppleCredential(
                    user: "u", identityToken: "t", authorizationCode: "c",
                    introduction: AppleIntroduction(givenName: "Anna"))),
        ] { machine.handle(event, into: &decisions) }
        let isKept = phone.device.asApp { phone.app?.keep(machine.record) }
        #expect(isKept == true)
        await phone.device.kill()
        await phone.device.openApp()
        #expect(phone.app?.signInRecord.pending?.introduction.givenName == "Anna")
    }

    @Test func `before the first unlock a sign-in cannot be stored, and that is reported`() async {
        let phone = PhoneUnderTest()
        await phone.device.openApp()
        await phone.device.reboot()
        await phone.device.push(json: Payload.call(1))
        let isKept = phone.device.asApp { phone.app?.keep(SignInRecord()) }
        #expect(isKept == false)
    }
}
