import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import Synchronization
import Testing
import UIKit
import UserNotifications
import WireJSON

@MainActor
@Suite struct NoticeTests {
    let sink = RecordingSink()
    let outside = RecordingPorts()
    let call = CallUUID(.random(high: 3, low: 3))
    let anna = CallDisplay(.phoneNumber(Redacted("+15550100")), name: Redacted("Anna"))

    private func app(permission: Bool?) async -> AppUnderTest<NoticeCenter> {
        let app = await AppUnderTest { [sink, outside] _ in
            let noticeCenter = NoticeCenter(texts: NoticeTexts(), log: outside)
            noticeCenter.sink = sink
            noticeCenter.attend()
            return noticeCenter
        }
        guard let permission else { return app }
        await app.order { $0.askPermission() }
        await app.device.answerNotificationPermission(permission)
        return app
    }

    @Test func `a missed call is shown, and acknowledged when it is there`() async {
        let app = await app(permission: true)
        await app.order { $0.perform(.missed(call, anna)) }
        #expect(app.device.notifications.map(\.title) == ["Missed call"])
        #expect(app.device.notifications.map(\.body) == ["Anna"])
        #expect(sink.events == [.acknowledged(.notice(call))])
    }

    @Test func `a call turned away for another one is shown as that, with the same buttons`() async {
        let app = await app(permission: true)
        await app.order { $0.perform(.missed(call, anna, isBusy: true)) }
        #expect(app.device.notifications.map(\.title) == ["Missed call"])
        #expect(app.device.notifications.map(\.body) == ["Anna\nYou were in another call."])
        #expect(sink.events == [.acknowledged(.notice(call))])
    }

    @Test(arguments: [false, nil])
    func `without permission a notice does not count as shown`(permission: Bool?) async {
        let app = await app(permission: permission)
        await app.order { $0.perform(.missed(call, anna)) }
        #expect(sink.events.isEmpty)
        #expect(app.device.notifications.isEmpty)
    }

    @Test func `a notice shown again replaces itself, and is removed with its call`() async {
        let app = await app(permission: true)
        let other = CallUUID(.random(high: 3, low: 4))
        await app.order { $0.perform(.missed(call, anna)) }
        await app.order { $0.perform(.dropped(other, anna)) }
        await app.order { $0.perform(.missed(call, .unknown)) }
        #expect(Set(app.device.notifications.map(\.body)) == ["Anna", "Unknown caller"])
        await app.order { $0.perform(.remove(call)) }
        #expect(app.device.notifications.map(\.title) == ["Call ended unexpectedly"])
        #expect(sink.events.last == .acknowledged(.noticeRemoved(call)))
        await app.order { $0.perform(.askShown) }
        #expect(sink.events.last == .acknowledged(.noticesShown([other])))
    }

    @Test func `a request to unlock is as time-sensitive as a call`() async {
        let app = await app(permission: true)
        await app.order { $0.perform(.unlockNeeded(call)) }
        #expect(app.device.notifications.map(\.level) == [.timeSensitive])
    }

    @Test func `an alert of the exchange is not shown over the app, and its content is passed on`() async {
        let app = await app(permission: true)
        var alerts: [JSONValue] = []
        await app.order { $0.alerted = { alerts.append($0) } }
        await app.order { _ in
            let content = UNMutableNotificationContent()
            content.categoryIdentifier = IncomingPush.alertCategory
            content.userInfo = ["carillon": ["type": "call"]]
            UNUserNotificationCenter.current()
                .add(UNNotificationRequest(identifier: "alert", content: content, trigger: nil))
        }
        #expect(app.device.notifications.isEmpty)
        #expect(alerts == [["carillon": ["type": "call"]]])
    }

    @Test func `a moment in the background is over once the center has taken the alert away, and not before`() async {
        let phone = PhoneUnderTest()
        await phone.device.openApp()
        phone.device.asApp {
            UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { @Sendable _, _ in }
        }
        await phone.device.answerNotificationPermission(true)
        await phone.device.lock()
        let session = CallSessionID(.random(high: 1, low: 1))
        phone.device.asApp {
            let content = UNMutableNotificationContent()
            content.categoryIdentifier = IncomingPush.alertCategory
            UNUserNotificationCenter.current()
                .add(UNNotificationRequest(identifier: session.description, content: content, trigger: nil))
        }
        await phone.device.advance(by: .milliseconds(100))
        #expect(phone.device.notifications.count == 1)
        let results = Results()
        phone.device.asApp {
            let payload = (try? JSONSerialization.jsonObject(with: Payload.ended(1))) as? [AnyHashable: Any]
            phone.app?.receive(payload ?? [:]) { results.add($0) }
            // The system may suspend the process as soon as it is told: a request made then would wait until it wakes.
            #expect(results.all.isEmpty)
        }
        await phone.device.advance(by: .milliseconds(100))
        #expect(results.all == [.newData])
        #expect(!phone.device.notifications.contains { $0.body.isEmpty })
    }

    @Test func `the person is asked once in a process`() async {
        let app = await app(permission: true)
        await app.order { $0.askPermission() }
        let questions = app.device.moments.filter { $0.words.contains("asks whether the app may show") }
        #expect(questions.count == 1)
    }

    @Test func `P9: a later delegate gets all notifications but those of our calls`() async {
        let app = await app(permission: true)
        let host = HostNotices()
        var answers: [NoticeAnswer] = []
        await app.order { $0.answered = { answers.append($0) } }
        app.device.asApp { UNUserNotificationCenter.current().delegate = host }
        await app.order { $0.attend() }
        await app.order { $0.attend() }
        await app.order { $0.perform(.missed(call, anna)) }
        await app.order { _ in
            UNUserNotificationCenter.current()
                .add(UNNotificationRequest(identifier: "news", content: UNMutableNotificationContent(), trigger: nil))
        }
        #expect(host.presented == ["news"])
        await app.device.tapNotification("call.\(call)", button: "call.back")
        await app.device.tapNotification("news")
        #expect(answers.map(\.number) == [Redacted("+15550100")])
        #expect(host.tapped == ["news"])
    }

    @Test func `P10: without another delegate, notifications of others are not shown`() async {
        let app = await app(permission: true)
        await app.order { _ in
            UNUserNotificationCenter.current()
                .add(UNNotificationRequest(identifier: "news", content: UNMutableNotificationContent(), trigger: nil))
        }
        #expect(app.device.notifications.isEmpty)
    }

    @Test func `every notification is completed for the system, whatever it is about`() async {
        let app = await app(permission: true)
        let host = HostNotices()
        app.device.asApp { UNUserNotificationCenter.current().delegate = host }
        await app.order { $0.perform(.missed(call, anna)) }
        await app.order { _ in
            UNUserNotificationCenter.current()
                .add(UNNotificationRequest(identifier: "news", content: UNMutableNotificationContent(), trigger: nil))
        }
        await app.device.tapNotification("call.\(call)")
        await app.device.tapNotification("news")
        #expect(host.tapped == ["call.\(call)", "news"])
        let completed = Mutex(0)
        for response in host.responses {
            await app.order { noticeCenter in
                let center = UNUserNotificationCenter.current()
                noticeCenter.userNotificationCenter(center, willPresent: response.notification) { _ in
                    completed.withLock { $0 += 1 }
                }
                noticeCenter.userNotificationCenter(center, didReceive: response) { completed.withLock { $0 += 1 } }
            }
        }
        #expect(completed.withLock { $0 } == 4)
    }

    /// Does not compile where a method of the delegate is the main actor's: then a call on another thread ends the app.
    @Test func `P14: a notification on any thread is answered there, and the app gets it on the main one`()
        async throws
    {
        let app = await app(permission: true)
        var answers: [NoticeAnswer] = []
        await app.order { $0.answered = { answers.append($0) } }
        let host = HostNotices()
        app.device.asApp { UNUserNotificationCenter.current().delegate = host }
        await app.order { $0.perform(.missed(call, anna)) }
        await app.device.tapNotification("call.\(call)")
        // The other thread has it while the test waits for that thread.
        nonisolated(unsafe) let response = try #require(host.responses.first)
        // As above.
        nonisolated(unsafe) let center = try #require(app.device.asApp { UNUserNotificationCenter.current() })
        let noticeCenter = try #require(app.device.app as? NoticeCenter)
        let completed = Completions()
        await Task.detached {
            noticeCenter.userNotificationCenter(center, willPresent: response.notification) { _ in completed.add() }
            #expect(completed.count == 1, "it waits for no other thread")
            noticeCenter.userNotificationCenter(center, didReceive: response) { completed.add() }
        }.value
        await app.order { _ in }
        #expect(completed.count == 2)
        #expect(answers.map(\.call) == [call])
    }

    @Test func `P10: the categories of others stay`() async {
        let app = await app(permission: true)
        let news = UNNotificationCategory(identifier: "news", actions: [], intentIdentifiers: [])
        await app.order { _ in UNUserNotificationCenter.current().setNotificationCategories([news]) }
        await app.order { $0.perform(.missed(call, anna)) }
        let names = await app.task { _ in
            await UNUserNotificationCenter.current().notificationCategories().map(\.identifier).sorted()
        }
        #expect(names == ["call.busy", "call.dropped", "call.missed", "call.unlockNeeded", "news"])
    }

    @Test func `a tap on a notice is reported`() async {
        let app = await app(permission: true)
        var answers: [NoticeAnswer] = []
        await app.order { $0.answered = { answers.append($0) } }
        await app.order { $0.perform(.missed(call, anna)) }
        await app.device.tapNotification("call.\(call)")
        #expect(answers.map(\.call) == [call])
        #expect(answers.map(\.number) == [nil])
        await app.order { $0.perform(.missed(call, anna)) }
        await app.device.tapNotification("call.\(call)", button: "call.back")
        #expect(answers.last?.number == Redacted("+15550100"))
    }
}

/// Counts what the system was told to be done, on any thread.
private final class Completions: Sendable {
    private let completed = Mutex(0)
    var count: Int { completed.withLock { $0 } }
    func add() { completed.withLock { $0 += 1 } }
}

/// What the system was told of moments in the background.
private final class Results: Sendable {
    private let results = Mutex<[UIBackgroundFetchResult]>([])
    var all: [UIBackgroundFetchResult] { results.withLock { $0 } }
    func add(_ result: UIBackgroundFetchResult) { results.withLock { $0.append(result) } }
}

/// Another delegate in the app, as Capacitor's bridge is.
@MainActor
private final class HostNotices: NSObject {
    private(set) var presented: [String] = []
    private(set) var responses: [UNNotificationResponse] = []
    var tapped: [String] { responses.map(\.notification.request.identifier) }
}

extension HostNotices: @MainActor UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        presented.append(notification.request.identifier)
        completionHandler([.list])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        responses.append(response)
        completionHandler()
    }
}
