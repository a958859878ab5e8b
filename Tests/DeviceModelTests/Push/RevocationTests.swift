import DeviceModel
import Testing

/// What becomes of an app that does not report.
struct RevocationTests {
    private func violate(_ phone: inout TestPhone, times: Int) {
        for number in 0..<UInt32(times) {
            phone.push(number)
            phone.finishLaunch()
            phone.delegateReturns(number)
        }
    }

    @Test(.proves(.c8)) func `after three violations no push starts the app any more`() {
        var phone = TestPhone()
        violate(&phone, times: 2)
        #expect(!phone.device.pushes.isRevoked)
        phone.push(7)
        phone.finishLaunch()
        let third = phone.delegateReturns(7)
        #expect(third.seen.prefix(2) == [.pushViolation(count: 3), .pushesRevoked])
        #expect(phone.push(8).effects == [.observe(.pushNotDelivered(VoIPPushID(8), .revoked))])
        #expect(phone.device.pushToken == nil)
        phone.openApp()
        #expect(phone.device.pushToken == PushTokenID(0))
        #expect(phone.push(9).callbacks.isEmpty)
    }

    @Test(.proves(.c8)) func `a restart does not bring pushes back, and a new installation does`() {
        var phone = TestPhone()
        violate(&phone, times: 3)
        phone.world(.lock(.reboot))
        phone.world(.lock(.unlock))
        #expect(phone.push(8).callbacks.isEmpty)
        phone.world(.life(.reinstall(token: PushTokenID(1))))
        #expect(phone.push(9).callbacks == [.process(.launched(isInBackground: true))])
    }

    @Test(.proves(.c8)) func `a crash before the report counts as a violation`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1)
        #expect(phone.world(.life(.crash)).seen.contains(.pushViolation(count: 1)))
        phone.lieSuspended()
        phone.push(2)
        phone.report(.first)
        #expect(!phone.world(.life(.crash)).seen.contains(.pushViolation(count: 2)))
    }

    @Test(.proves(.c9), arguments: [AppManifest.Build.development, .testFlight, .appStore])
    func `only builds for testing show an alert`(build: AppManifest.Build) {
        var app = AppManifest()
        app.build = build
        var phone = TestPhone(.ios26, app: app) { $0.push.violationsMax = 1 }
        phone.lieSuspended()
        phone.push(1)
        let alerts = phone.delegateReturns(1).seen.filter { observation in
            if case .diagnosticAlert = observation { true } else { false }
        }
        let expected: [Observation] = [.diagnosticAlert(.missingReport), .diagnosticAlert(.deliveryStopped)]
        #expect(alerts == (build == .appStore ? [] : expected))
    }

    @Test(.proves(.c9)) func `since iOS 26 nothing exempts an app without metadata`() {
        var phone = TestPhone(.ios26)
        phone.openApp(.classic)
        phone.ring(.first)
        phone.push(2)
        #expect(phone.delegateReturns(2).termination == .pushNotReported)
    }
}
