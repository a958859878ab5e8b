import DeviceModel
import DeviceRuntime
import Foundation
import Testing
import UserNotifications

@MainActor
@Suite struct NotificationTests {
    private func phone(setsDelegate: Bool = true, shows: Bool = true) -> ModelDevice {
        ModelDevice(profile: .ios26) { _ in NoticeApp(setsDelegate: setsDelegate, shows: shows) }
    }

    private func add(_ id: String, to phone: ModelDevice, after delay: TimeInterval? = nil) async {
        phone.asApp {
            let content = UNMutableNotificationContent()
            content.title = "Missed call"
            content.body = "Anna"
            content.sound = .default
            let trigger = delay.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false) }
            UNUserNotificationCenter.current().add(
                UNNotificationRequest(identifier: id, content: content, trigger: trigger))
        }
        await phone.settle()
    }

    private func allow(_ phone: ModelDevice) async {
        await phone.openApp()
        let task = phone.asApp {
            Task { @MainActor in
                try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound])
            }
        }
        await phone.answerNotificationPermission(true)
        #expect(await task?.value == true)
    }

    @Test func `C110: without permission adding succeeds, and nothing is shown`() async {
        let phone = phone()
        await phone.openApp()
        await phone.leaveApp()
        await add("1", to: phone)
        #expect(phone.notifications.isEmpty)
    }

    @Test func `in the background a notification is shown, and another of its name takes its place`() async {
        let phone = phone()
        await allow(phone)
        await phone.leaveApp()
        await add("1", to: phone)
        await add("1", to: phone)
        #expect(phone.notifications.map(\.id) == ["1"])
        #expect(phone.moments.contains { $0.words == "notification, audible: Missed call: Anna" })
        phone.asApp { UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: ["1"]) }
        #expect(phone.notifications.isEmpty)
    }

    @Test func `an alert push is shown without a process of the app, and its tap starts the app and reaches it`() async
    {
        let phone = phone()
        await allow(phone)
        await phone.kill(.forceQuit)
        let push = #"{"aps":{"alert":{"title":"Anna","body":"Incoming call"},"sound":"default","category":"calls"}}"#
        await phone.alert(json: Data(push.utf8), named: "call-1")
        #expect(phone.notifications.map(\.id) == ["call-1"] && phone.notifications.map(\.body) == ["Incoming call"])
        #expect(phone.life == .notRunning)
        await phone.tapNotification("call-1")
        #expect((phone.app as? NoticeApp)?.tapped == ["call-1"])
    }

    @Test func `in the foreground the delegate decides, here async`() async {
        for shows in [true, false] {
            let phone = phone(shows: shows)
            await allow(phone)
            await add("1", to: phone)
            #expect(phone.notifications.count == (shows ? 1 : 0))
        }
    }

    @Test func `one with a delay comes when it is due, or never if taken back`() async {
        let phone = phone()
        await allow(phone)
        await add("1", to: phone, after: 5)
        await add("2", to: phone, after: 5)
        phone.asApp { UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: ["2"]) }
        await phone.leaveApp()
        await phone.advance(by: .seconds(6))
        #expect(phone.notifications.map(\.id) == ["1"])
    }

    @Test func `a tap on a button says which`() async {
        let phone = phone()
        await allow(phone)
        await phone.leaveApp()
        await add("1", to: phone)
        await phone.tapNotification("1", button: "call back")
        #expect((phone.app as? NoticeApp)?.tapped == ["1 call back"])
    }

    @Test func `C110: a delegate set during launch gets the tap that launched the app; a later one does not`() async {
        for setsDelegate in [true, false] {
            let phone = phone(setsDelegate: setsDelegate)
            await allow(phone)
            await phone.leaveApp()
            await add("1", to: phone)
            await phone.forceQuit()
            await phone.tapNotification("1")
            (phone.app as? NoticeApp)?.setDelegate()
            await phone.settle()
            #expect((phone.app as? NoticeApp)?.tapped == (setsDelegate ? ["1"] : []))
        }
    }

    @Test func `a notification shown by one process is found unchanged by the next`() async {
        let phone = phone()
        await allow(phone)
        await phone.leaveApp()
        await add("1", to: phone)
        await phone.forceQuit()
        await phone.openApp()
        let task = phone.asApp {
            Task { @MainActor in
                await UNUserNotificationCenter.current().deliveredNotifications().map(\.request.content.body)
            }
        }
        await phone.settle()
        #expect(await task?.value == ["Anna"])
    }

    @Test func `a process that was struck down adds no notification in the turn it died in`() async {
        let phone = phone()
        await allow(phone)
        await phone.leaveApp()
        phone.asApp {
            phone.applyAtOnce(.life(.crash))
            UNUserNotificationCenter.current().add(
                UNNotificationRequest(identifier: "1", content: UNMutableNotificationContent(), trigger: nil))
        }
        await phone.settle()
        #expect(phone.notifications.isEmpty)
    }
}
