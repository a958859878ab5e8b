import DeviceModel
import Testing

struct NotificationTests {
    private let missed = LocalNotification(id: NotificationID(1), title: TextID(1), body: TextID(2))

    @Test(.proves(.c110)) func `without permission nothing is shown and no error is reported`() {
        var centre = Centre()
        #expect(centre.request(.add(missed)) == [.callback(.added(missed.id, isRefused: false))])
        #expect(centre.book.delivered.isEmpty)
    }

    @Test(.proves(.c110)) func `a permission given later does not bring back dropped notifications`() {
        var centre = Centre()
        _ = centre.request(.add(missed))
        #expect(centre.request(.requestAuthorization) == [.observe(.permissionAsked)])
        #expect(centre.world(.permissionAnswered(allows: true)) == [.callback(.authorization(isGranted: true))])
        #expect(centre.book.delivered.isEmpty)
    }

    @Test(.proves(.c110)) func `one for later is dropped too, though permission may come before it is due`() {
        var centre = Centre()
        var later = missed
        later.delay = .seconds(4)
        #expect(centre.request(.add(later)) == [.callback(.added(later.id, isRefused: false))])
        _ = centre.world(.permissionChanged(allows: true))
        #expect(centre.fire(later.id).isEmpty)
    }

    @Test func `an alert push needs only the permission, and no process is notified`() {
        var centre = Centre()
        #expect(centre.world(.arrives(missed)).isEmpty)
        _ = centre.world(.permissionChanged(allows: true))
        #expect(centre.world(.arrives(missed)) == [.observe(.shown(missed, isAudible: true))])
        #expect(centre.book.delivered == [missed])
    }

    @Test func `the question is asked once`() {
        var centre = Centre()
        _ = centre.request(.requestAuthorization)
        _ = centre.world(.permissionAnswered(allows: false))
        #expect(centre.request(.requestAuthorization) == [.callback(.authorization(isGranted: false))])
    }

    @Test func `with permission it is shown with sound, and again in place of itself`() {
        var centre = Centre.allowed()
        #expect(centre.request(.add(missed)).contains(.observe(.shown(missed, isAudible: true))))
        var renewed = missed
        renewed.body = TextID(3)
        _ = centre.request(.add(renewed))
        #expect(centre.book.delivered == [renewed])
    }

    @Test func `a Focus silences all notifications but time-sensitive ones`() {
        var centre = Centre.allowed()
        _ = centre.world(.focusChanged(isOn: true))
        #expect(centre.request(.add(missed)).contains(.observe(.shown(missed, isAudible: false))))
        var urgent = missed
        urgent.level = .timeSensitive
        #expect(centre.request(.add(urgent)).contains(.observe(.shown(urgent, isAudible: true))))
    }

    @Test func `without the capability time-sensitive is silenced too`() {
        var centre = Centre.allowed(mayBeTimeSensitive: false)
        _ = centre.world(.focusChanged(isOn: true))
        var urgent = missed
        urgent.level = .timeSensitive
        #expect(centre.request(.add(urgent)).contains(.observe(.shown(urgent, isAudible: false))))
    }

    @Test func `in the foreground the delegate decides`() {
        var centre = Centre.allowed()
        centre.book.foregroundChanged(isForeground: true)
        #expect(centre.request(.add(missed)) == [.callback(.added(missed.id, isRefused: false))])
        _ = centre.request(.setDelegate(isSet: true))
        #expect(centre.request(.add(missed)).last == .callback(.willPresent(missed.id)))
        #expect(centre.request(.present(missed.id, shows: true)) == [.observe(.shown(missed, isAudible: true))])
        #expect(centre.request(.present(missed.id, shows: true)).isEmpty)
    }

    @Test(.proves(.c110)) func `a tap that launches reaches a delegate set before the launch has finished`() {
        var centre = Centre.tappedWhileDead(missed)
        centre.book.launchBegan()
        _ = centre.request(.setDelegate(isSet: true))
        #expect(centre.finishLaunch() == [.callback(.didReceive(missed.id))])
    }

    @Test(.proves(.c110)) func `a delegate set after the launch never gets the tap`() {
        var centre = Centre.tappedWhileDead(missed)
        centre.book.launchBegan()
        #expect(centre.finishLaunch() == [.observe(.tapLost(missed.id))])
        #expect(centre.request(.setDelegate(isSet: true)).isEmpty)
    }

    @Test func `a delayed one comes when it is due, though the process is gone`() {
        var centre = Centre.allowed()
        var later = missed
        later.delay = .seconds(4)
        #expect(centre.request(.add(later)).last == .startTimer(later.id, after: .seconds(4)))
        centre.book.processEnded()
        #expect(centre.fire(later.id) == [.observe(.shown(later, isAudible: true))])
        #expect(centre.fire(later.id).isEmpty)
    }

    @Test func `removed ones disappear, and pending ones never come`() {
        var centre = Centre.allowed()
        var later = missed
        later.id = NotificationID(2)
        later.delay = .seconds(4)
        _ = centre.request(.add(missed))
        _ = centre.request(.add(later))
        #expect(centre.request(.removeDelivered([missed.id, later.id])) == [.observe(.withdrawn(missed.id))])
        #expect(centre.request(.removePending([later.id])) == [.stopTimer(later.id)])
        #expect(centre.fire(later.id).isEmpty)
    }

    @Test func `the list survives the process and not the app`() {
        var centre = Centre.allowed()
        _ = centre.request(.add(missed))
        _ = centre.request(.setBadge(1))
        centre.book.processEnded()
        #expect(centre.book.delivered == [missed])
        #expect(centre.delete() == [.observe(.withdrawn(missed.id)), .observe(.badge(0))])
        #expect(centre.book.authorization == .notDetermined)
    }
}

/// The notification state with its effects as return values.
private struct Centre {
    var book: NotificationCenterState

    init(mayBeTimeSensitive: Bool = true) {
        book = NotificationCenterState(policy: NotificationPolicy(), mayBeTimeSensitive: mayBeTimeSensitive)
        book.launchBegan()
        _ = finishLaunch()
    }

    static func allowed(mayBeTimeSensitive: Bool = true) -> Centre {
        var centre = Centre(mayBeTimeSensitive: mayBeTimeSensitive)
        _ = centre.world(.permissionChanged(allows: true))
        return centre
    }

    static func tappedWhileDead(_ notification: LocalNotification) -> Centre {
        var centre = allowed()
        _ = centre.request(.add(notification))
        centre.book.processEnded()
        _ = centre.world(.tapped(notification.id))
        return centre
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
