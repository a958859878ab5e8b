import PushDelivery
import PushPayload
import Testing

@Suite struct DeviceTokenTests {
    private static let then = WallTime(milliseconds: 1_000)

    @Test(arguments: [
        ("", DeviceTokenError.Code.notHexadecimal), ("abc", .notHexadecimal), ("zz", .notHexadecimal),
        ("ab/../cd", .notHexadecimal), (String(repeating: "ab", count: 101), .tooLong),
    ])
    func `a text that is not a token of Apple is refused`(value: String, code: DeviceTokenError.Code) {
        #expect(throws: DeviceTokenError(code)) {
            try DeviceToken(value, at: .apns(topic: "a.voip", nil), registeredAt: Self.then)
        }
    }

    @Test(arguments: [
        ("", DeviceTokenError.Code.badSign), ("a\"b", .badSign), ("a b", .badSign),
        (String(repeating: "a", count: 1_025), .tooLong),
    ])
    func `a text that is not a token of Google is refused`(value: String, code: DeviceTokenError.Code) {
        #expect(throws: DeviceTokenError(code)) {
            try DeviceToken(value, at: .fcm(project: "p"), registeredAt: Self.then)
        }
    }

    @Test(arguments: ["", "a\r\nx: y", "a/b", String(repeating: "a", count: 257)])
    func `a topic or project that does not fit a header or path is refused`(name: String) {
        #expect(throws: DeviceTokenError(.badTopic)) {
            try DeviceToken("ab", at: .apns(topic: name, nil), registeredAt: Self.then)
        }
        #expect(throws: DeviceTokenError(.badProject)) {
            try DeviceToken("ab", at: .fcm(project: name), registeredAt: Self.then)
        }
    }

    @Test func `a token is the same in capitals, and shows nothing of itself`() throws {
        let token = try DeviceToken("ABCDEF", at: .apns(topic: "a.voip", .sandbox), registeredAt: Self.then)
        #expect(try token == DeviceToken("abcdef", at: .apns(topic: "a.voip", .sandbox), registeredAt: Self.then))
        #expect(!"\(token)".lowercased().contains("abcdef"))
    }

    @Test func `a token of no known environment is tried in both, production first`() throws {
        let unknown = try DeviceToken("ab", at: .apns(topic: "a.voip", nil), registeredAt: Self.then)
        #expect(unknown.environmentsToTry == [.production, .sandbox])
        let known = try DeviceToken("ab", at: .apns(topic: "a.voip", .sandbox), registeredAt: Self.then)
        #expect(known.environmentsToTry == [.sandbox])
    }

    @Test func `scenario 54: a token registered again since it was lost stays`() {
        let removal = TokenRemoval(.unregistered, goneSince: WallTime(milliseconds: 5_000))
        #expect(removal.removes(registeredAt: WallTime(milliseconds: 4_999)))
        #expect(!removal.removes(registeredAt: WallTime(milliseconds: 5_000)))
        #expect(!removal.removes(registeredAt: WallTime(milliseconds: 5_001)))
    }
}
