import PushDelivery
import PushPayload
import Testing

@Suite struct APNsReactionTests {
    /// Status, reason, what follows. Source: Apple, "Handling notification responses from APNs".
    private static let table: [(Int, APNsReason, APNsReaction)] = [
        (400, .badCollapseID, .refuse(.ourRequest)),
        (400, .badDeviceToken, .removeToken(.badToken)),
        (400, .badExpirationDate, .refuse(.ourRequest)),
        (400, .badMessageID, .refuse(.ourRequest)),
        (400, .badPriority, .refuse(.ourRequest)),
        (400, .badTopic, .refuse(.ourRequest)),
        (400, .deviceTokenNotForTopic, .removeToken(.wrongOwner)),
        (400, .duplicateHeaders, .refuse(.ourRequest)),
        (400, .idleTimeout, .reopen),
        (400, .invalidPushType, .refuse(.ourRequest)),
        (400, .missingDeviceToken, .refuse(.ourRequest)),
        (400, .missingTopic, .refuse(.ourRequest)),
        (400, .payloadEmpty, .refuse(.ourRequest)),
        (400, .topicDisallowed, .refuse(.configuration)),
        (403, .badCertificate, .refuse(.configuration)),
        (403, .badCertificateEnvironment, .refuse(.configuration)),
        (403, .expiredProviderToken, .renewTokenAndConnection),
        (403, .forbidden, .refuse(.configuration)),
        (403, .invalidProviderToken, .refuse(.configuration)),
        (403, .missingProviderToken, .refuse(.ourRequest)),
        (403, .unrelatedKeyIDInToken, .refuse(.configuration)),
        (403, .badEnvironmentKeyIDInToken, .refuse(.configuration)),
        (403, .badEnvironmentKeyInToken, .refuse(.configuration)),
        (404, .badPath, .refuse(.ourRequest)),
        (405, .methodNotAllowed, .refuse(.ourRequest)),
        (410, .expiredToken, .removeToken(.unregistered)),
        (410, .unregistered, .removeToken(.unregistered)),
        (413, .payloadTooLarge, .refuse(.ourRequest)),
        (429, .tooManyProviderTokenUpdates, .stopMinting),
        (429, .tooManyRequests, .slowDevice),
        (500, .internalServerError, .retryElsewhere),
        (503, .serviceUnavailable, .retryElsewhere),
        (503, .shutdown, .retryElsewhere),
    ]

    @Test(arguments: table)
    func `each reason has its consequence`(status: Int, reason: APNsReason, action: APNsReaction) {
        let body = Array("{\"reason\":\"\(reason.rawValue)\"}".utf8)
        #expect(APNsReaction.following(APNsResponse(status: status, body: body)) == action)
    }

    @Test func `no reason is without a line in the table`() {
        #expect(Set(Self.table.map(\.1)) == Set(APNsReason.allCases))
    }

    @Test(arguments: [
        (200, APNsReaction.accept), (400, .refuse(.unknownAnswer)), (403, .refuse(.configuration)),
        (404, .refuse(.ourRequest)), (405, .refuse(.ourRequest)), (410, .removeToken(.unregistered)),
        (413, .refuse(.ourRequest)), (429, .slowDevice), (500, .retryElsewhere), (502, .retryElsewhere),
        (503, .retryElsewhere), (302, .refuse(.unknownAnswer)), (0, .refuse(.unknownAnswer)),
    ])
    func `a status says enough where the reason is missing or new`(status: Int, action: APNsReaction) {
        for body in ["", "{}", "{\"reason\":\"Tuesday\"}", "{\"reason\":7}", "not json", "[1]"] {
            #expect(APNsReaction.following(APNsResponse(status: status, body: Array(body.utf8))) == action)
        }
    }

    @Test func `an answer longer than any reason is not read`() {
        let body = Array("{\"reason\":\"BadTopic\",\"more\":\"\(String(repeating: "x", count: 2_000))\"}".utf8)
        #expect(APNsResponse(status: 400, body: body).reason == nil)
    }

    @Test func `the timestamp of a lost token is read in milliseconds`() {
        let body = Array(#"{"reason":"Unregistered","timestamp":1458114061260}"#.utf8)
        #expect(APNsResponse(status: 410, body: body).goneSince == WallTime(milliseconds: 1_458_114_061_260))
    }
}
