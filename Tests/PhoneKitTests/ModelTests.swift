import CallModel
import Observation
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import Synchronization
import Testing

/// What SwiftUI shows of the phone: the real shell and phone, with recording ports.
@MainActor
@Suite struct ModelTests {
    private let ports = RecordingPorts()
    private let model: PhoneModel
    private let shell: PhoneShell

    init() {
        model = PhoneModel(before: ports, names: CountedNames())
        var all = ports.ports
        all.screens = model
        shell = PhoneShell(Phone(), ports: all, clock: StillClock())
        model.attach(shell)
        shell.send(.launched(Launch(.none)))
    }

    private func ring() -> CallUUID {
        let session = CallSessionID(.random(high: 1, low: 1))
        let display = CallDisplay(.phoneNumber("+15550100"), name: "Anna")
        shell.deliver(
            VoIPPush(
                .call(PushedCall(session: session, display: display)), spare: CallUUID(.random(high: 2, low: 1)))
        ) {}
        shell.send(.system(.reported(CallUUID(session: session), .announce, nil)))
        return CallUUID(session: session)
    }

    @Test func `G6: a ringing call is shown, and the screens behind the model get the same`() {
        let call = ring()
        #expect(model.incoming?.id == call)
        #expect(model.incoming?.display.name == "Anna")
        #expect(model.current == nil)
        #expect(ports.news.contains { if case .call(let reported) = $0 { reported.id == call } else { false } })
    }

    @Test func `G6: a view that read the calls is notified when one comes`() {
        let changed = Mutex(false)
        withObservationTracking {
            #expect(model.calls.isEmpty)
        } onChange: {
            changed.withLock { $0 = true }
        }
        _ = ring()
        #expect(changed.withLock { $0 })
    }

    @Test func `G6: a missed call is shown until the person has seen it`() {
        let call = ring()
        shell.send(.timer(.ring(call)))
        #expect(model.calls.isEmpty)
        #expect(model.lastEnd?.call == call)
        #expect(model.notices.map(\.id) == [call])
        model.clearNotices()
        #expect(model.notices.isEmpty)
    }

    @Test func `G6: a request goes to the phone, and its refusal is shown until another is accepted`() {
        model.dial("")
        #expect(model.refusal != nil)
        let call = ring()
        model.ask(.answer(call, other: .hold))
        #expect(model.refusal == nil)
        #expect(ports.orders.contains("request answer"))
    }

    @Test func `G6: why a call was not transferred is shown until the next request`() {
        let call = ring()
        model.show(.transferFailed(call, .busy))
        #expect(model.transferFailure == .busy)
        model.ask(.mute(call, true))
        #expect(model.transferFailure == nil)
        #expect(ports.news.contains(.transferFailed(call, .busy)))
    }

    @Test func `G6: whether a person is signed in is shown, and the person can sign out`() {
        #expect(!model.isSignedIn)
        let now = WallTime(milliseconds: 1_000)
        shell.send(.session(.signedIn(until: now.advanced(by: .seconds(86_400)), now: now)))
        model.readSession()
        #expect(model.isSignedIn)
        let next = PhoneModel()
        next.attach(shell)
        #expect(next.isSignedIn, "as the next launch reads it")
        model.signOut()
        #expect(!model.isSignedIn)
    }

    @Test func `G6: a model without a phone refuses`() {
        let model = PhoneModel()
        model.dial("+15550100")
        #expect(model.refusal == .notNow)
    }
}
