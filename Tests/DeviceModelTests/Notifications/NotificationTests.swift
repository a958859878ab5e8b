import DeviceModel
import Testing

struct NotificationTests {
    private let missed = LocalNotification(id: NotificationID(1), title: TextID(1), body: TextID(2))

    @Test(.proves(.c110)) func `without permission nothing is shown and no error is reported`() {
        var center = Center()
        #expect(center.request(.add(missed)) == [.callback(.added(missed.id, isRefused: false))])
        #expect(center.book.delivered.isEmpty)
    }

    @Test(.proves(.c110)) func `a permission given later does not bring back dropped notifications`() {
        var center = Center()
        _ = center.request(.add(missed))
        #expect(center.request(.requestAuthorization) == [.observe(.permissionAsked)])
        #expect(center.world(.permissionAnswered(allows: true)) == [.callback(.authorization(isGranted: true))])
        #expect(center.book.delivered.isEmpty)
    }

    @Test(.proves(.c110)) func `one for later is dropped too, though permission may come before it is due`() {
        var center = Center()
        var later = missed
        later.delay = .seconds(4)
        #expect(center.request(.add(later)) == [.callback(.added(later.id, isRefused: false))])
        _ = center.world(.permissionChanged(allows: true))
        #expect(center.fire(later.id).isEmpty)
    }

    @Test func `an alert push needs only the permission, and no process is notified`() {
        var center = Center()
        #expect(center.world(.arrives(missed)).isEmpty)
        _ = center.world(.permissionChanged(allows: true))
        #expect(center.world(.arrives(missed)) == [.observe(.shown(missed, isAudible: true))])
        #expect(center.book.delivered == [missed])
    }

    @Test func `the question is asked once`() {
        var center = Center()
        _ = center.request(.requestAuthorization)
        _ = center.world(.permissionAnswered(allows: false))
        #expect(center.request(.requestAuthorization) == [.callback(.authorization(isGranted: false))])
    }

    @Test func `with permission it is shown with sound, and again in place of itself`() {
        var center = Center.allowed()
        #expect(center.request(.add(missed)).contains(.observe(.shown(missed, isAudible: true))))
        var renewed = missed
        renewed.body = TextID(3)
        _ = center.request(.add(renewed))
        #expect(center.book.delivered == [renewed])
    }

    @Test func `a Focus silences all notifications but time-sensitive ones`() {
        var center = Center.allowed()
        _ = center.world(.focusChanged(isOn: true))
        #expect(center.request(.add(missed)).contains(.observe(.shown(missed, isAudible: false))))
        var urgent = missed
        urgent.level = .timeSensitive
        #expect(center.request(.add(urgent)).contains(.observe(.shown(urgent, isAudible: true))))
    }

    @Test func `without the capability time-sensitive is silenced too`() {
        var center = Center.allowed(mayBeTimeSensitive: false)
        _ = center.world(.focusChanged(isOn: true))
        var urgent = missed
        urgent.level = .timeSensitive
        #expect(center.request(.add(urgent)).contains(.observe(.shown(urgent, isAudible: false))))
    }

    @Test func `in the foreground the delegate decides`() {
        var center = Center.allowed()
        center.book.foregroundChanged(isForeground: true)
        #expect(center.request(.add(missed)) == [.callback(.added(missed.id, isRefused: false))])
        _ = center.request(.setDelegate(isSet: true))
        #expect(center.request(.add(missed)).last == .callback(.willPresent(missed.id)))
        #expect(center.request(.present(missed.id, shows: true)) == [.observe(.shown(missed, isAudible: true))])
        #expect(center.request(.present(missed.id, shows: true)).isEmpty)
    }

    @Test(.proves(.c110)) func `a tap that launches reaches a delegate set before the launch has finished`() {
        var center = Center.tappedWhileDead(missed)
        center.book.launchBegan()
        _ = center.request(.setDelegate(isSet: true))
        #expect(center.finishLaunch() == [.callback(.didReceive(missed.id))])
    }

    @Test(.proves(.c110)) func `a delegate set after the launch never gets the tap`() {
        var center = Center.tappedWhileDead(missed)
        center.book.launchBegan()
        #expect(center.finishLaunch() == [.observe(.tapLost(missed.id))])
        #expect(center.request(.setDelegate(isSet: true)).isEmpty)
    }

    @Test func `a delayed one comes when it is due, though the process is gone`() {
        var center = Center.allowed()
        var later = missed
        later.delay = .seconds(4)
        #expect(center.request(.add(later)).last == .startTimer(later.id, after: .seconds(4)))
        center.book.processEnded()
        #expect(center.fire(later.id) == [.observe(.shown(later, isAudible: true))])
        #expect(center.fire(later.id).isEmpty)
    }

    @Test func `removed ones disappear, and pending ones never come`() {
        var center = Center.allowed()
        var later = missed
        later.id = NotificationID(2)
        later.delay = .seconds(4)
        _ = center.request(.add(missed))
        _ = center.request(.add(later))
        #expect(center.request(.removeDelivered([missed.id, later.id])) == [.observe(.withdrawn(missed.id))])
        #expect(center.request(.removePending([later.id])) == [.stopTimer(later.id)])
        #expect(center.fire(later.id).isEmpty)
    }

    @Test func `the list survives the process and not the app`() {
        var center = Center.allowed()
        _ = center.request(.add(missed))
        _ = center.request(.setBadge(1))
        center.book.processEnded()
        #expect(center.book.delivered == [missed])
        #expect(center.delete() == [.observe(.withdrawn(missed.id)), .observe(.badge(0))])
        #expect(center.book.authorization == .notDetermined)
    }
}

/// The notification state with its effects as return values.
private struct Center {
    var book: NotificationCenterState

    init(mayBeTimeSensitive: Bool = true) {
        book = NotificationCenterState(policy: NotificationPolicy(), mayBeTimeSensitive: mayBeTimeSensitive)
        book.launchBegan()
        _ = finishLaunch()
    }

    static func allowed(mayBeTimeSensitive: Bool = true) -> Center {
        var center = Center(mayBeTimeSensitive: mayBeTimeSensitive)
        _ = center.world(.permissionChanged(allows: true))
        return center
    }

    static func tappedWhileDead(_ notification: LocalNotification) -> Center {
        var center = allowed()
        _ = center.request(.add(notification))
        center.book.processEnded()
        _ = center.world(.tapped(notification.id))
        return center
    }

    mutating func request(_ request: NotificationRequest) -> [NotificationEffect] {
        var effects: [NotificationEffect] = []
        book.handle(request, into: &effects)
        return effects
    }

    mutating func world(_ event: NotificationEvent) -> [NotificationEffect] {
        var effects: [NotificationEffect] = []
        book.handle(event, into: &effects)
        return effects
    }

    mutating func finishLaunch() -> [NotificationEffect] {
        var effects: [NotificationEffect] = []
        book.launchFinished(inForeground: false, into: &effects)
        return effects
    }

    mutating func fire(_ id: NotificationID) -> [NotificationEffect] {
        var effects: [NotificationEffect] = []
        book.timerFired(id, into: &effects)
        return effects
    }

    mutating func delete() -> [NotificationEffect] {
        var effects: [NotificationEffect] = []
        book.appDeleted(into: &effects)
        return effects
    }
}
