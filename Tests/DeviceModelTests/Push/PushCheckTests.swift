import DeviceModel
import Testing

/// The checks that an app must pass for each push.
struct PushCheckTests {
    @Test(.proves(.c1)) func `a push reported before the delegate returns does no harm`() {
        var phone = TestPhone()
        phone.lieSuspended()
        #expect(phone.push(1).callbacks == [.push(.incoming(VoIPPushID(1), mustReport: nil))])
        #expect(phone.report(.first).seen.contains(.call(.rings(.first, .unknown))))
        #expect(phone.delegateReturns(1).effects.isEmpty)
        #expect(phone.wait(.seconds(30)).termination == nil)
        #expect(phone.device.pushes.violations == 0)
    }

    @Test(.proves(.c1), arguments: [(DeviceProfile.ios18, true), (.ios26, false)])
    func `before iOS 26 a push in the foreground is let pass`(profile: DeviceProfile, isLetPass: Bool) {
        var phone = TestPhone(profile)
        phone.openApp()
        phone.push(1)
        #expect((phone.delegateReturns(1).termination == nil) == isLetPass)
    }

    @Test(.proves(.c1)) func `before iOS 26 a push during a call the daemon knows of is let pass`() {
        var phone = TestPhone(.ios18)
        phone.lieSuspended()
        phone.ring(.first)
        phone.push(2)
        #expect(phone.delegateReturns(2).termination == nil)
        phone.app(.reportEnded(.first, .remoteEnded))
        phone.push(3)
        #expect(phone.delegateReturns(3).termination == .pushNotReported)
    }

    @Test(.proves(.c2)) func `a delegate that returns without a report is killed at once`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        let turn = phone.delegateReturns(1)
        #expect(turn.termination == .pushNotReported)
        #expect(turn.seen.first == .pushViolation(count: 1))
        #expect(phone.device.process.life == .notRunning)
        #expect(phone.timers.isEmpty)
    }

    @Test(.proves(.c2)) func `a report for the push before does not count for the next`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.ring(.first)
        phone.push(2)
        #expect(phone.delegateReturns(2).termination == .pushNotReported)
    }

    @Test(.proves(.c3)) func `an app that makes no registry is killed seven seconds after the push`() {
        var phone = TestPhone()
        phone.push(1)
        phone.app(.process(.launchFinished))
        #expect(phone.wait(.milliseconds(6_999)).termination == nil)
        #expect(phone.wait(.milliseconds(1)).termination == .pushNotReportedInTime)
    }

    @Test(.proves(.c3)) func `a delegate that blocks before it reports is killed seven seconds after the push`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        #expect(phone.wait(.seconds(7)).termination == .pushNotReportedInTime)
    }

    @Test(.proves(.c3)) func `a delegate that blocks after it reported may go on`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        phone.report(.first)
        #expect(phone.wait(.seconds(30)).termination == nil)
        #expect(phone.delegateReturns(1).termination == nil)
    }

    @Test(.proves(.c4), arguments: [true, false])
    func `the completion handler neither saves nor kills`(isCalled: Bool) {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        if isCalled { phone.app(.push(.completionCalled(VoIPPushID(1)))) }
        #expect(phone.delegateReturns(1).termination == .pushNotReported)

        phone.lieSuspended()
        phone.push(2)
        phone.report(.first)
        phone.delegateReturns(2)
        if isCalled { phone.app(.push(.completionCalled(VoIPPushID(2)))) }
        #expect(phone.wait(.seconds(30)).termination == nil)
    }

    @Test(.proves(.c4)) func `completed before its report, a push hides the call's screen on a strict phone`() {
        var phone = TestPhone(.strict)
        phone.lieSuspended()
        phone.push(1)
        phone.report(.first)
        let early = phone.app(.push(.completionCalled(VoIPPushID(1))))
        #expect(early.seen == [.hazard(.earlyPushCompletion), .call(.ringsWithoutScreen(.first))])
        phone.delegateReturns(1)
        #expect(phone.person(.answer(.first)).effects.isEmpty)
        phone.world(.lock(.unlock))
        #expect(phone.world(.life(.openApp)).seen.contains(.call(.rings(.first, .unknown))))
        #expect(phone.person(.answer(.first)).wishes == [RequestedAction(.answer, .first)])
    }

    @Test(.proves(.c5)) func `a refused report answers the push, however often it is made`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.ring(.first)
        for number in UInt32(2)...4 {
            phone.push(number)
            phone.report(.first, id: number)
            #expect(phone.delegateReturns(number).termination == nil)
            let completed = phone.wait(.seconds(1)).calls
            #expect(completed == [.reportCompleted(ReportID(number), .callIDExists, on: .privateSerial)])
        }
        #expect(phone.device.calls.own.count == 1)
    }

    @Test(.proves(.c5)) func `a call refused by Do Not Disturb answers the push and does not ring`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.world(.callServices(.filter(.doNotDisturb)))
        phone.push(1)
        #expect(phone.report(.first).seen.isEmpty)
        #expect(phone.delegateReturns(1).termination == nil)
        #expect(phone.wait(.seconds(30)).termination == nil)
        #expect(phone.device.calls.list.isEmpty)
    }

    @Test(.proves(.c6)) func `a report that comes after the delegate returned is too late`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        let generation = phone.device.process.generation
        #expect(phone.delegateReturns(1).termination == .pushNotReported)
        let late = IncomingReport(id: ReportID(0), call: .first)
        #expect(phone.handle(.app(.calls(.reportIncoming(late)), from: generation)).effects.isEmpty)
    }

    @Test func `a report from another queue is let pass and noted`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        let report = IncomingReport(id: ReportID(0), call: .first, isOnDeliveryQueue: false)
        #expect(phone.app(.reportIncoming(report)).seen.first == .hazard(.reportOffQueue))
        #expect(phone.delegateReturns(1).termination == nil)
    }
}
