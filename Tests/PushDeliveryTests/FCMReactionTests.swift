import PushDelivery
import Testing

@Suite struct FCMReactionTests {
    private static func error(_ code: String?, field: String? = nil) -> [UInt8] {
        var details: [String] = []
        if let code {
            details.append(
                #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}"#)
        }
        if let field {
            details.append(
                #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"\#(field)"}]}"#)
        }
        let list = details.joined(separator: ",")
        return Array(#"{"error":{"code":400,"status":"X","message":"m","details":[\#(list)]}}"#.utf8)
    }

    @Test(arguments: [
        (400, "INVALID_ARGUMENT", FCMReaction.removeToken(.badToken)),
        (403, "SENDER_ID_MISMATCH", .removeToken(.wrongOwner)),
        (404, "UNREGISTERED", .removeToken(.unregistered)),
        (401, "THIRD_PARTY_AUTH_ERROR", .removeToken(.wrongOwner)),
        (429, "QUOTA_EXCEEDED", .pause(.seconds(60))),
        (500, "INTERNAL", .retry),
        (503, "UNAVAILABLE", .retry),
        (500, "UNSPECIFIED_ERROR", .retry),
        (400, "UNSPECIFIED_ERROR", .refuse(.ourRequest)),
    ])
    func `each code has its consequence`(status: Int, code: String, action: FCMReaction) {
        #expect(FCMReaction.following(FCMResponse(status: status, body: Self.error(code))) == action)
    }

    @Test(arguments: [
        (200, FCMReaction.accept), (400, .refuse(.ourRequest)), (401, .renewToken), (403, .refuse(.configuration)),
        (404, .refuse(.configuration)), (429, .pause(.seconds(60))), (500, .retry), (503, .retry),
        (302, .refuse(.unknownAnswer)),
    ])
    func `a status says enough where the code is missing`(status: Int, action: FCMReaction) {
        for body in [Self.error(nil), Self.error("TUESDAY"), Array("<html>".utf8), []] {
            #expect(FCMReaction.following(FCMResponse(status: status, body: body)) == action)
        }
    }

    @Test func `a complaint about another field than the token leaves the token alone`() {
        let ours = FCMResponse(status: 400, body: Self.error("INVALID_ARGUMENT", field: "message.data[0].value"))
        #expect(FCMReaction.following(ours) == .refuse(.ourRequest))
        let bare = FCMResponse(status: 400, body: Self.error(nil, field: "message.token"))
        #expect(FCMReaction.following(bare) == .removeToken(.badToken))
        let bareOurs = FCMResponse(status: 400, body: Self.error(nil, field: "message.android.ttl"))
        #expect(FCMReaction.following(bareOurs) == .refuse(.ourRequest))
        let token = FCMResponse(status: 400, body: Self.error("INVALID_ARGUMENT", field: "message.token"))
        #expect(FCMReaction.following(token) == .removeToken(.badToken))
    }

    @Test(arguments: [("7", Duration.seconds(7)), ("0", .zero), ("99999999999", .seconds(300))])
    func `the service may say how long to wait`(text: String, wait: Duration) {
        let quota = FCMResponse(status: 429, body: Self.error("QUOTA_EXCEEDED"), retryAfter: text)
        #expect(FCMReaction.following(quota) == .pause(wait))
        let down = FCMResponse(status: 503, body: Self.error("UNAVAILABLE"), retryAfter: text)
        #expect(FCMReaction.following(down) == .pause(wait))
    }

    @Test(arguments: ["-1", "soon", "Wed, 21 Oct 2026 07:28:00 GMT"])
    func `a retry delay that is not a number of seconds is ignored`(text: String) {
        #expect(FCMResponse(status: 503, body: [], retryAfter: text).retryAfter == nil)
    }
}
