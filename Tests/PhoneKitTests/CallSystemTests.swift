import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import Synchronization
import Testing

@MainActor
@Suite struct CallSystemTests {
    @Test func `a report rings, and its completion comes back as an event`() async {
        let calls = await CallsUnderTest()
        await calls.ring()
        #expect(calls.device.screen.map(\.id) == [UUID(calls.call.value)])
        #expect(calls.device.screen.map(\.name) == ["Anna"])
        #expect(calls.said == [.reported(calls.call, .announce, nil)])
    }

    @Test func `the push's completion comes with the report's, once`() async {
        let calls = await CallsUnderTest()
        let completed = Mutex(0)
        calls.device.asApp {
            (calls.device.app as? CallSystem)?.report(.incoming(calls.call, calls.display, .announce)) {
                completed.withLock { $0 += 1 }
            }
        }
        #expect(completed.withLock { $0 } == 0)
        await calls.device.advance(by: .milliseconds(100))
        #expect(completed.withLock { $0 } == 1)
    }

    @Test func `a call reported again is refused, and that is told`() async {
        let calls = await CallsUnderTest()
        await calls.ring()
        await calls.order { $0.report(.incoming(calls.call, calls.display, .again), completion: nil) }
        #expect(calls.said.last == .reported(calls.call, .again, .alreadyExists))
    }

    @Test(arguments: [
        (IncomingFilter.doNotDisturb, ReportRefusal.filteredByDoNotDisturb),
        (.sensitiveParticipants, .filteredBySensitiveness), (.restrictedSharing, .unknown),
    ])
    func `a refused report tells why`(filter: IncomingFilter, refusal: ReportRefusal) async {
        let calls = await CallsUnderTest()
        await calls.device.filterCalls(filter)
        await calls.ring()
        #expect(calls.said == [.reported(calls.call, .announce, refusal)])
    }

    @Test func `a blocked caller is refused`() async {
        let calls = await CallsUnderTest()
        await calls.device.block("+15550100")
        await calls.ring()
        #expect(calls.said == [.reported(calls.call, .announce, .filteredByBlockList)])
    }

    @Test func `an answer is asked for with its time, and completed once`() async {
        let calls = await CallsUnderTest()
        await calls.ring()
        await calls.device.answer()
        #expect(calls.asked.map(\.action) == [.answer(calls.call)])
        #expect((calls.asked.first?.timeLeft ?? .zero) > .seconds(1))
        guard let id = calls.asked.first?.id else { return }
        await calls.order { $0.complete(id, .fulfilled) }
        await calls.order { $0.complete(id, .fulfilled) }
        await calls.order { $0.complete(id, .failed) }
        #expect(calls.device.screen.first?.stage == .connected)
        #expect(calls.said.contains(.audioActivated))
        #expect(calls.device.hazards.isEmpty)
    }

    @Test func `each act of the person on the call's screen becomes one action`() async {
        let calls = await CallsUnderTest()
        calls.completeEverything()
        await calls.ring()
        await calls.device.answer()
        await calls.device.mute(true)
        await calls.device.mute(false)
        await calls.device.type(digits: "5")
        await calls.device.hold()
        await calls.device.resume()
        await calls.device.endCall()
        #expect(
            calls.asked.map(\.action) == [
                .answer(calls.call), .mute(calls.call, true), .mute(calls.call, false),
                .digits(calls.call, Redacted("5")), .hold(calls.call, true), .hold(calls.call, false), .end(calls.call),
            ])
        #expect(Set(calls.asked.map(\.id)).count == 7)
        #expect(calls.said.filter { [.audioActivated, .audioDeactivated].contains($0) }.last == .audioDeactivated)
        #expect(calls.device.screen.isEmpty)
        #expect(calls.device.hazards.isEmpty)
    }

    @Test func `an action that timed out is told, and not completed any more`() async {
        let calls = await CallsUnderTest(.strict)
        await calls.ring()
        await calls.device.answer()
        guard let id = calls.asked.first?.id else { return }
        await calls.device.advance(by: .seconds(120))
        #expect(calls.said.contains(.timedOut(id, .answer(calls.call))))
        await calls.order { $0.complete(id, .fulfilled) }
        #expect(calls.device.hazards.isEmpty)
    }

    @Test func `a reset forgets every action`() async {
        let calls = await CallsUnderTest()
        await calls.ring()
        await calls.device.answer()
        guard let id = calls.asked.first?.id else { return }
        await calls.device.restartCallServices()
        #expect(calls.said.contains(.reset))
        await calls.order { $0.complete(id, .fulfilled) }
        #expect(calls.device.hazards.isEmpty)
    }

    @Test func `a call that is asked for is started, and its handle comes back`() async {
        let calls = await CallsUnderTest()
        let id = SystemRequestID(calls.call, .start)
        let handle = CallHandle.phoneNumber(Redacted("+15550123"))
        await calls.order { $0.request(id, [.start(calls.call, handle)]) }
        #expect(calls.said == [.requested(id, nil)])
        #expect(calls.asked.map(\.action) == [.start(calls.call, handle)])
        guard let action = calls.asked.first?.id else { return }
        await calls.order { $0.complete(action, .fulfilled) }
        await calls.order { $0.report(.connecting(calls.call), completion: nil) }
        await calls.order { $0.report(.connected(calls.call), completion: nil) }
        #expect(calls.device.screen.first?.stage == .connected)
    }

    @Test func `a request about an unknown call is refused whole`() async {
        let calls = await CallsUnderTest()
        let id = SystemRequestID(calls.call, .end)
        await calls.order { $0.request(id, [.end(calls.call)]) }
        #expect(calls.said == [.requested(id, .unknownCall)])
    }

    @Test func `more calls than the system takes are refused`() async {
        let calls = await CallsUnderTest()
        calls.completeEverything()
        for number in 1...3 {
            let call = CallUUID(.random(high: 6, low: UInt64(number)))
            let id = SystemRequestID(call, .start)
            await calls.order { $0.request(id, [.start(call, .phoneNumber(Redacted("+1555010\(number)")))]) }
        }
        var refusals: [TransactionRefusal?] = []
        for case .requested(_, let refusal) in calls.said { refusals.append(refusal) }
        #expect(refusals == [nil, nil, .limitReached])
    }

    @Test func `details that come later are shown`() async {
        let calls = await CallsUnderTest()
        await calls.ring()
        let better = CallDisplay(
            .phoneNumber(Redacted("+15550100")), name: Redacted("Anna Berg"), organizationName: Redacted("Acme"))
        await calls.order { $0.report(.updated(calls.call, better), completion: nil) }
        #expect(calls.device.screen.map(\.name) == ["Anna Berg · Acme"])
    }

    @Test func `the calls the system has are told apart from those that are over`() async {
        let calls = await CallsUnderTest()
        await calls.ring()
        var live: [CallUUID] = []
        await calls.order { live = $0.liveCalls() }
        #expect(live == [calls.call])
        await calls.order { $0.report(.ended(calls.call, .remoteEnded), completion: nil) }
        await calls.order { live = $0.liveCalls() }
        #expect(live.isEmpty)
    }

    @Test(arguments: SystemEndReason.allCases)
    func `a call that ends leaves the screen, whatever the reason`(reason: SystemEndReason) async {
        let calls = await CallsUnderTest()
        await calls.ring()
        await calls.order { $0.report(.ended(calls.call, reason), completion: nil) }
        await calls.device.advance(by: .seconds(2))
        #expect(calls.device.screen.isEmpty)
        #expect(calls.device.recents.count == 1)
    }

    @Test(arguments: [
        (SystemEndReason.remoteEnded, RecentsEntry.Kind.missed), (.unanswered, .missed), (.failed, .missed),
        (.answeredElsewhere, .incoming), (.declinedElsewhere, .incoming),
    ])
    func `a call that another device took is not missed here, any other is`(
        reason: SystemEndReason, kind: RecentsEntry.Kind
    ) async {
        let calls = await CallsUnderTest()
        await calls.ring()
        await calls.order { $0.report(.ended(calls.call, reason), completion: nil) }
        #expect(calls.device.recents.map(\.kind) == [kind])
        #expect(calls.device.moments.contains { $0.words == "the call failed" } == (reason == .failed))
    }

    @Test func `each request of the phone comes back from the system as the matching action`() async {
        let calls = await CallsUnderTest()
        calls.completeEverything()
        await calls.ring()
        let other = CallUUID(.random(high: 6, low: 1))
        let wishes: [[PhoneCore.SystemAction]] = [
            [.answer(calls.call)], [.mute(calls.call, true)], [.mute(calls.call, false)],
            [.digits(calls.call, Redacted("5"))], [.hold(calls.call, true)], [.hold(calls.call, false)],
            [.hold(calls.call, true), .start(other, .phoneNumber(Redacted("+15550123")))], [.end(calls.call)],
        ]
        for wish in wishes { await calls.order { $0.request(SystemRequestID(calls.call, .end), wish) } }
        #expect(calls.asked.map(\.action) == wishes.flatMap(\.self))
        #expect(calls.device.hazards.isEmpty)
    }

    @Test func `an answer that came to nothing fails, and the call leaves the screen`() async {
        let calls = await CallsUnderTest()
        await calls.ring()
        await calls.device.answer()
        guard let id = calls.asked.first?.id else { return }
        await calls.order { $0.complete(id, .failed) }
        #expect(calls.device.screen.isEmpty)
        #expect(calls.device.moments.contains { $0.words == "the call failed" })
    }

    @Test func `identifiers keep their bits`() {
        let uuid = UUID()
        #expect(UUID(uuid.value) == uuid)
        #expect(uuid.value.description == uuid.uuidString.lowercased())
    }
}
