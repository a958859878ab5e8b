import CallModel
import ExchangeServer
import RingCore
import Standins
import Testing
import WireJSON

/// 9 and 83: messages of callers who are not answered.
extension CarrierScenarioTests {
    @Test(arguments: CarrierKind.allCases)
    func `scenario 83: a message of an unanswered caller is in the mailbox`(carrier: CarrierKind) async throws {
        try await carrier.ringing(.init(hasVoicemail: true)) { call in
            try await call.leavesMessage(of: .seconds(5))
            for phone in 0...1 { try await call.isGone(phone) }
            let ended = try await call.ended()
            #expect(ended["outcome"] == "message" && call.deviceReasons(ended) == [.missed, .missed])
            let messages = try await call.scene.messages { !$0.isEmpty }
            #expect(messages.map { $0["call_session_id"]?.string } == [call.session])
            #expect((messages.first?["milliseconds"]?.integer ?? 0) >= 5_000)
            let ofBob = try await TestHTTP.ask(
                call.scene.server, "/api/voicemail", authorization: TestHTTP.basic("bob", "bob-secret"))
            #expect(ofBob.object["messages"] == [])
            guard carrier == .gateway else {
                #expect(call.scene.asked("actions/speak").count == 1)
                return #expect(messages.first?["caller_number"] == "+15550100001")
            }
            let id = messages.first?["id"]?.string ?? ""
            let sound = try await TestHTTP.ask(
                call.scene.server, "/api/voicemail/\(id)/sound", authorization: RingScene.basicOfAlice)
            #expect(sound.text == "RIFF")
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 83: a caller who says nothing leaves no message, and the call is missed`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing(.init(hasVoicemail: true)) { call in
            try await call.leavesMessage(of: .zero)
            let ended = try await call.ended()
            #expect(ended["outcome"] == "noAnswer" && ended["missed_by"] == ["alice"])
            #expect(try await call.scene.messages { _ in true }.isEmpty)
        }
    }

    /// At the gateway, phones are released before the greeting; only the attendant talks to the caller afterwards.
    @Test(arguments: CarrierKind.allCases)
    func `scenario 09: an answer under the greeting is a rescue or too late, and never beside a message`(
        carrier: CarrierKind
    ) async throws {
        try await carrier.ringing(.init(hasVoicemail: true)) { call in
            switch carrier {
            case .telnyx:
                try await call.ringsOut()
                _ = try await call.scene.until { call.scene.asked("actions/answer").first { $0.status == 200 } }
                try await call.answer(1)
                try await call.isJoined(1)
                #expect(try await call.active()["winner"] == "alice2")
                try await call.callerHangsUp()
                #expect(try await call.ended()["outcome"] == "completedByCaller")
                #expect(try await call.scene.messages { _ in true }.isEmpty)
            case .gateway:
                try await call.leavesMessage(of: .seconds(5))
                try await call.isGone(1, 19)
                try await call.answersAgain(1)
                let ended = try await call.ended()
                #expect(ended["outcome"] == "message" && ended["winner"] == nil)
            }
        }
    }
}
