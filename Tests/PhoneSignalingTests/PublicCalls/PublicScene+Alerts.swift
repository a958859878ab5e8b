import DeviceRuntime
import ExchangePush
import ExchangeServer
import Foundation
import LivePhones
import PhoneCore
import PhoneKit
import Redaction
import Standins
import Testing
import UIKit
import UserNotifications

// The second way to a phone: alerts that the system shows, and pushes in the background that take them away.

extension PublicScene.Setting {
    /// Exchange and push service know the app's alerts, and the phone learns of a call by pushes alone.
    static func alerted(hasDesk: Bool = false) -> PublicScene.Setting {
        var setting = PublicScene.Setting(hasDesk: hasDesk)
        setting.hasChannel = false
        setting.apns.topics.append(PublicScene.alertTopic)
        setting.exchange = { $0.push?.apns[0].topics.append(PublicScene.alertTopic) }
        return setting
    }
}

extension PublicScene {
    /// The bundle identifier of bob's app, which is the topic of its alerts.
    nonisolated static let alertTopic = String(TestExchange.topic.dropLast(".voip".count))

    /// Bob has opened the app and allowed notices, so that the exchange has the token for alerts. Then he puts the
    /// phone away, and pushes wake it no more: Apple says that the token is another app's.
    func canOnlyBeAlerted() async throws {
        await reopen()
        let isAsked = try await phone.passes { [phone] in
            phone.device.moments.contains { $0.words.contains("asks whether the app may show") }
        }
        try #require(isAsked)
        await phone.device.answerNotificationPermission(true)
        let isKnown = try await phone.passes { [phone] in phone.isAlertTokenKnown }
        try #require(isKnown)
        let waking = try #require(phone.record?.tokens.wanted)
        await phone.lockAndReclaim()
        try await areSocketsGone()
        services[.exchange]?.register(APNsDevice(token: waking.digits.revealed, topics: ["org.other.app.voip"]))
        // The model gives every app this token.
        let alerting = DevicePushToken(bytes: Data(0..<32))
        services[.exchange]?.register(APNsDevice(token: alerting.digits.revealed, topics: [Self.alertTopic]))
    }

    /// A public call comes, and the phone shows the exchange's alert; the caller's leg and the alert's name.
    func alert() async throws -> (leg: String, name: String) {
        let leg = try dial()
        let push = try await sent(.alert)
        let name = try #require(push.collapseID)
        await phone.device.alert(json: Data(push.payload), named: name)
        #expect(phone.device.notifications.map(\.id) == [name] && phone.device.screen.isEmpty)
        return (leg, name)
    }

    /// Bob unlocks the phone and opens the alert.
    func open(alert name: String) async {
        await phone.device.unlock()
        await phone.device.tapNotification(name)
    }

    /// The exchange withdraws the alert, and the push reaches the phone.
    func withdraws() async throws {
        await phone.device.backgroundPush(json: Data(try await sent(.background).payload))
    }

    /// The newest push of this kind that the exchange has sent for the call that was dialed last.
    private func sent(_ type: APNsStandinPushType) async throws -> ReceivedPush {
        let isSent = try await phone.passes { [self] in exchangePushes.contains { $0.pushType == type } }
        try #require(isSent, "\(exchangePushes.map(\.pushType))")
        return try #require(exchangePushes.last { $0.pushType == type })
    }
}
