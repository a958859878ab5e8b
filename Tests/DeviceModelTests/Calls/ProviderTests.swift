import DeviceModel
import Testing

/// The life of a call provider.
struct ProviderTests {
    @Test(.proves(.c20)) func `a second provider takes the actions away from the first`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        let turn = phone.app(.createProvider(ProviderID(1), CallConfiguration()))
        #expect(turn.seen == [.hazard(.secondProvider)])
        #expect(phone.person(.answer(.first)).calls.isEmpty)
        let taken = phone.app(.setDelegate(ProviderID(1), hasQueue: false)).calls
        guard case .perform(_, let provider, _) = taken.first else {
            Issue.record("nothing was asked for: \(taken)")
            return
        }
        #expect(provider == ProviderID(1))
    }

    @Test(.proves(.c21)) func `the provider begins a while after its making, if it has a delegate`() {
        var phone = TestPhone()
        phone.openApp()
        #expect(phone.wait(.seconds(1)).calls == [.didBegin(ProviderID(0))])
    }

    @Test(.proves(.c21)) func `a delegate set too late misses the provider's begin, and can report`() {
        var phone = TestPhone()
        phone.world(.life(.openApp))
        phone.app(.createProvider(ProviderID(0), CallConfiguration()))
        #expect(phone.wait(.seconds(1)).calls.isEmpty)
        #expect(phone.app(.setDelegate(ProviderID(0), hasQueue: false)).calls.isEmpty)
        #expect(phone.report(.first).seen == [.call(.rings(.first, .unknown))])
    }

    @Test(.proves(.c21)) func `a report before the begin is accepted`() {
        var phone = TestPhone()
        phone.openApp()
        #expect(phone.report(.first).seen == [.call(.rings(.first, .unknown))])
    }

    @Test func `a provider made before main is noted`() {
        var phone = TestPhone()
        phone.world(.life(.prewarm))
        let turn = phone.app(.createProvider(ProviderID(0), CallConfiguration()))
        #expect(turn.seen == [.hazard(.providerBeforeMain)])
    }

    @Test(.proves(.c23), arguments: [(true, CompletionQueue.delegateQueue), (false, .privateSerial)])
    func `a report completes on the delegate's queue, else on a private one`(hasQueue: Bool, queue: CompletionQueue) {
        var phone = TestPhone()
        phone.openApp()
        phone.app(.setDelegate(ProviderID(0), hasQueue: hasQueue))
        phone.wait(.seconds(1))
        phone.report(.first, id: 4)
        #expect(phone.wait(.seconds(1)).calls == [.reportCompleted(ReportID(4), nil, on: queue)])
    }

    @Test(.proves(.c23)) func `a delegate that was released gets nothing`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        phone.app(.loseDelegate(ProviderID(0)))
        #expect(phone.person(.answer(.first)).calls.isEmpty)
    }

    @Test(.proves(.c24)) func `after a reset no call exists, and no action`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        let pending = phone.person(.end(.first)).actions
        let turn = phone.world(.callServices(.restarts))
        #expect(turn.calls == [.didReset(ProviderID(0)), .didDeactivate(ProviderID(0))])
        #expect(turn.seen.contains(.call(.ended(.first, showsFailure: false))))
        #expect(phone.device.calls.list.isEmpty)
        #expect(pending.count == 1)
        for action in pending {
            #expect(phone.app(.fulfill(action.id)).seen == [.hazard(.idleCompletion)])
        }
        #expect(phone.app(.reportEnded(.first, .failed)).effects.isEmpty)
    }

    @Test(.proves(.c24)) func `after the provider was released its delegate gets nothing`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        #expect(phone.app(.invalidate(ProviderID(0))).calls.isEmpty)
        #expect(phone.device.calls.list.isEmpty)
        #expect(phone.world(.callServices(.restarts)).calls.isEmpty)
        #expect(
            phone.app(.request(TransactionRequestID(1), [])).calls == [
                .requestCompleted(TransactionRequestID(1), .emptyTransaction)
            ])
    }

    @Test(.proves(.c29)) func `as a rule the calls of a dead process end`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        #expect(phone.world(.life(.crash)).seen.contains(.call(.ended(.first, showsFailure: true))))
        #expect(phone.device.observedCalls.isEmpty)
    }

    @Test(.proves(.c29, .c33)) func `a call that outlives its process blocks a new one until it is ended`() {
        var phone = TestPhone { $0.calls.deadProcessLeavesCalls = true }
        var one = CallConfiguration()
        one.groupsMax = 1
        phone.openApp(configuration: one)
        phone.talk(.first)
        phone.world(.life(.crash))
        phone.openApp(configuration: one)
        #expect(phone.device.observedCalls.map(\.id) == [.first])
        phone.wait(.seconds(1))
        phone.report(.second, id: 2)
        #expect(phone.wait(.seconds(1)).calls == [.reportCompleted(ReportID(2), .unknown, on: .privateSerial)])
        phone.fulfill(phone.app(.request(TransactionRequestID(0), [RequestedAction(.end, .first)])))
        #expect(phone.report(.second).seen == [.call(.rings(.second, .unknown))])
    }

    @Test(.proves(.c33)) func `a dead app is started for the end of a call it does not know`() {
        var phone = TestPhone { $0.calls.deadProcessLeavesCalls = true }
        phone.lieSuspended()
        phone.talk(.first)
        phone.world(.life(.crash))
        let turn = phone.person(.end(.first))
        #expect(turn.callbacks == [.process(.launched(isInBackground: true))])
        let asked = phone.finishLaunch()
        #expect(asked.wishes == [RequestedAction(.end, .first)])
        var failing = phone
        failing.fail(asked)
        #expect(failing.device.calls[.first] != nil)
        #expect(phone.fulfill(asked).seen.contains(.call(.ended(.first, showsFailure: false))))
    }

    @Test(.proves(.c30)) func `a daemon that lost its session activates nothing until it is configured again`() {
        var phone = TestPhone(.ios18)
        phone.openApp()
        phone.world(.audio(.callSessionForgotten))
        phone.ring(.first)
        #expect(phone.fulfill(phone.person(.answer(.first))).calls.isEmpty)
        phone.fulfill(phone.person(.end(.first)))
        phone.app(.setConfiguration(ProviderID(0), CallConfiguration()))
        phone.ring(.second, push: 2)
        #expect(phone.fulfill(phone.person(.answer(.second))).calls == [.didActivate(ProviderID(0))])
    }
}
