import DeviceModel
import Testing

/// The delegate method of iOS 26.4.
struct PushMetadataTests {
    private func mustReport(_ turn: Turn) -> Bool?? {
        for case .push(.incoming(_, let mustReport)) in turn.callbacks { return mustReport }
        return nil
    }

    @Test(.proves(.c10)) func `an older system or an older delegate gets the method without metadata`() {
        var older = TestPhone(.ios26)
        older.lieSuspended(.withMetadata)
        #expect(mustReport(older.push(1)) == .some(nil))
        var classic = TestPhone(.ios26p4)
        classic.lieSuspended(.classic)
        #expect(mustReport(classic.push(1)) == .some(nil))
    }

    @Test(.proves(.c10)) func `in the background a fresh push must be reported`() {
        var phone = TestPhone(.ios26p4)
        phone.lieSuspended()
        #expect(mustReport(phone.push(1)) == true)
        #expect(phone.delegateReturns(1).termination == .pushNotReported)
    }

    @Test(.proves(.c10)) func `in the foreground a push need not be reported, and the second check agrees`() {
        var phone = TestPhone(.ios26p4)
        phone.openApp()
        #expect(mustReport(phone.push(1)) == false)
        #expect(phone.delegateReturns(1).termination == nil)
        #expect(phone.wait(.seconds(30)).termination == nil)
        #expect(mustReport(phone.push(2)) == false)
        #expect(phone.wait(.seconds(30)).termination == nil)
    }

    @Test(.proves(.c10)) func `during a call a push need not be reported`() {
        var phone = TestPhone(.ios26p4)
        phone.lieSuspended()
        phone.ring(.first)
        #expect(mustReport(phone.push(2)) == false)
        #expect(phone.delegateReturns(2).termination == nil)
    }

    @Test(.proves(.c10)) func `the word of the metadata holds though its cause is gone`() {
        var phone = TestPhone(.ios26p4)
        phone.openApp()
        phone.push(1)
        phone.world(.life(.leaveApp))
        #expect(phone.delegateReturns(1).termination == nil)
    }

    @Test(.proves(.c10)) func `the criteria are the system's, and may change`() {
        var phone = TestPhone(.strict)
        phone.openApp()
        #expect(mustReport(phone.push(1)) == true)
    }

    @Test(.proves(.c11)) func `a push during a call is answered with the call's own name`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.talk(.first)
        phone.push(2)
        phone.report(.first, id: 2)
        #expect(phone.delegateReturns(2).termination == nil)
        #expect(phone.wait(.seconds(30)).termination == nil)
        #expect(phone.device.calls[.first]?.phase == .connected)
    }

    @Test(.proves(.c11)) func `if the call has just ended, the same report makes a new one that must be ended`() {
        var phone = TestPhone(.ios16)
        phone.lieSuspended()
        phone.ring(.first)
        phone.push(2)
        phone.app(.reportEnded(.first, .remoteEnded))
        #expect(phone.report(.first, id: 2).seen == [.call(.rings(.first, .unknown))])
        #expect(phone.delegateReturns(2).termination == nil)
        #expect(phone.app(.reportEnded(.first, .remoteEnded)).recents == [.missed])
        #expect(phone.device.calls.list.isEmpty)
    }

    @Test func `a push that only takes a call back costs a call on the screen and in Recents`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        #expect(phone.report(.second).seen == [.call(.rings(.second, .unknown))])
        #expect(phone.app(.reportEnded(.second, .remoteEnded)).recents == [.missed])
        #expect(phone.delegateReturns(1).termination == nil)
    }
}
