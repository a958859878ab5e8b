import ExchangePush
import NIOPosix
import Redaction
import TestLog
import Testing

@Suite struct PushSenderTests {
    @Test func `an account without a usable key is refused by name, and without its key`() {
        let account = APNsAccount(teamID: "TEAM", keyID: "KEY", privateKeyPEM: "secret", topics: ["a.voip"])
        let error = #expect(throws: PushSenderError.self) {
            try PushSender(
                PushConfiguration(apns: [account]), on: .singletonMultiThreadedEventLoopGroup,
                logger: TestLog.logger)
        }
        #expect(error?.code == .key)
        #expect(error?.description.contains("KEY") == true)
        #expect(error?.description.contains("secret") == false)
    }
}
