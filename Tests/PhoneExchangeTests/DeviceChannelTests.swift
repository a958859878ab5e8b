import CallModel
import PhoneCore
import PhoneExchange
import Testing
import WireJSON

/// The machine of the device's channel: its behavior with any exchange, in any order.
@Suite struct DeviceChannelTests {
    private typealias Effect = DeviceChannel.Effect

    private struct Script {
        var channel = DeviceChannel()

        mutating func after(_ event: DeviceChannel.Event) -> [Effect] {
            var effects: [Effect] = []
            channel.handle(event, into: &effects)
            return effects
        }

        mutating func after(_ message: JSONObject) -> [Effect] { after(.text(JSONWriter.bytes(of: .object(message)))) }

        /// Connected, proven and subscribed.
        static func listening(version: Int64 = 0) -> Script {
            var script = Script()
            _ = script.after(.listen(true))
            _ = script.after(DeviceChannelTests.established)
            _ = script.after(.authorized(socket: "1.2", DeviceChannelTests.permit))
            _ = script.after(DeviceChannelTests.subscribed(version))
            return script
        }
    }

    private static let permit = DeviceChannel.Permit(channel: "private-device.dev", auth: "key:signature")
    private static let session = "01234567-89ab-7def-8123-456789abcdef"
    private static let established: JSONObject = [
        "event": "pusher:connection_established",
        "data": .string(#"{"socket_id":"1.2","activity_timeout":15}"#),
    ]

    private static func subscribed(_ version: Int64) -> JSONObject {
        [
            "event": "pusher_internal:subscription_succeeded", "channel": "private-device.dev",
            "data": .string(#"{"version":\#(version),"replayed":0}"#),
        ]
    }

    private static func changed(_ state: String, version: Int64) -> JSONObject {
        [
            "event": "ring_changed", "channel": "private-device.dev", "version": .integer(version),
            "data": .string(#"{"call_session_id":"\#(session)","state":"\#(state)","reason":null}"#),
        ]
    }

    @Test func `emergency numbers are passed on unchanged, without impossible ones`() {
        var script = Script.listening()
        var message = Self.changed("ringing", version: 1)
        message["event"] = "emergency_numbers"
        for (data, numbers) in [
            (#"{"emergency_numbers":["110","112","x","1"]}"#, [["110", "112"]]), (#"{"emergency_numbers":[]}"#, [[]]),
            (#"{}"#, []),
        ] {
            message["data"] = .string(data)
            message["version"] = nil
            let told = script.after(message).compactMap { effect -> [String]? in
                if case .publishEmergencyNumbers(let numbers) = effect { numbers } else { nil }
            }
            #expect(told == numbers)
        }
    }

    private func states(_ effects: [Effect]) -> [String] {
        effects.compactMap { if case .notify(let note) = $0 { note.state } else { nil } }
    }

    /// Its last subscription.
    private func since(_ effects: [Effect]) throws -> Int64? {
        for case .send(let bytes) in effects {
            return try JSONParser.parse(bytes).object?["data"]?.object?["since"]?.integer
        }
        return nil
    }

    @Test func `it connects, proves who it is, and subscribes from nothing on`() throws {
        var script = Script()
        #expect(script.after(.listen(true)) == [.open, .startTimer(.silence, after: DeviceChannel.answerWait)])
        #expect(script.after(.listen(true)).isEmpty)
        #expect(script.after(Self.established).first == .authorize(socket: "1.2"))
        #expect(try since(script.after(.authorized(socket: "1.2", Self.permit))) == 0)
        #expect(states(script.after(Self.subscribed(0))).isEmpty)
        #expect(states(script.after(Self.changed("ringing", version: 1))) == ["ringing"])
    }

    @Test func `after a cut it goes on from the version it knows, and tells nothing twice`() throws {
        var script = Script.listening()
        _ = script.after(Self.changed("ringing", version: 1))
        let cut = script.after(.closed)
        #expect(cut.contains { if case .startTimer(.retry, _) = $0 { true } else { false } })
        #expect(script.after(.timerFired(.retry)).first == .open)
        _ = script.after(Self.established)
        #expect(try since(script.after(.authorized(socket: "1.2", Self.permit))) == 1)
        #expect(states(script.after(Self.changed("ringing", version: 1))).isEmpty)
        #expect(states(script.after(Self.changed("won", version: 2))) == ["won"])
    }

    @Test func `a snapshot tells the newest of each call`() {
        var script = Script.listening(version: 3)
        let data = #""{\"call_session_id\":\"\#(Self.session)\",\"state\":\"over\"}""#
        let events = [#"{"event":"ring_changed","version":7,"data":\#(data)}"#]
        let snapshot: JSONObject = [
            "event": "carillon:snapshot", "channel": "private-device.dev",
            "data": .string(#"{"version":9,"complete":true,"events":[\#(events.joined())]}"#),
        ]
        #expect(states(script.after(snapshot)) == ["over"])
        #expect(states(script.after(Self.changed("ringing", version: 9))).isEmpty)
        #expect(states(script.after(Self.changed("ringing", version: 10))) == ["ringing"])
    }

    @Test func `another person's channel is heard from its beginning`() throws {
        var script = Script.listening(version: 9)
        _ = script.after(.listen(false))
        _ = script.after(.listen(true))
        _ = script.after(Self.established)
        let other = DeviceChannel.Permit(channel: "private-device.other", auth: "key:signature")
        #expect(try since(script.after(.authorized(socket: "1.2", other))) == 0)
    }

    private static let person = DeviceChannel.Permit(channel: "private-user.alice", auth: "key:other")

    /// Subscribed to both channels.
    private static func listeningToPerson() -> Script {
        var script = Script()
        _ = script.after(.listen(true))
        _ = script.after(established)
        _ = script.after(.authorized(socket: "1.2", permit, person: person))
        _ = script.after(subscribed(0))
        return script
    }

    private static func callChanged(_ state: String, version: Int64, more: String = "") -> JSONObject {
        [
            "event": "call_state_changed", "channel": "private-user.alice", "version": .integer(version),
            "data": .string(
                #"{"call_session_id":"\#(session)","device_id":"dev-2","state":"\#(state)","reason":null\#(more)}"#),
        ]
    }

    private func calls(_ effects: [Effect]) -> [String] {
        effects.compactMap { effect in
            switch effect {
            case .notifyCall(let note): "\(note.state) \(note.device ?? "-")\(note.isToNumber ? " to a number" : "")"
            case .forgetCalls: "forget"
            default: nil
            }
        }
    }

    @Test func `calls of the person's other devices come by the person's channel, each once`() throws {
        var script = Script()
        _ = script.after(.listen(true))
        _ = script.after(Self.established)
        let subscriptions = script.after(.authorized(socket: "1.2", Self.permit, person: Self.person))
        #expect(subscriptions.count { if case .send = $0 { true } else { false } } == 2)
        _ = script.after(Self.subscribed(0))
        #expect(calls(script.after(Self.callChanged("active", version: 1))) == ["active dev-2"])
        #expect(calls(script.after(Self.callChanged("active", version: 1))) == [])
        let toNumber = Self.callChanged("held", version: 2, more: #","direction":"inbound""#)
        #expect(calls(script.after(toNumber)) == ["held dev-2 to a number"])
        // A version of one channel says nothing about the other.
        #expect(states(script.after(Self.changed("ringing", version: 1))) == ["ringing"])
    }

    @Test func `a snapshot of the person's calls replaces the earlier messages`() {
        var script = Self.listeningToPerson()
        let data = #""{\"call_session_id\":\"\#(Self.session)\",\"device_id\":\"dev-2\",\"state\":\"held\"}""#
        let snapshot: JSONObject = [
            "event": "carillon:snapshot", "channel": "private-user.alice",
            "data": .string(
                #"{"version":9,"complete":true,"events":[{"event":"call_state_changed","version":7,"data":\#(data)}]}"#),
        ]
        #expect(calls(script.after(snapshot)) == ["forget", "held dev-2"])
        #expect(calls(script.after(Self.callChanged("active", version: 9))) == [])
    }

    @Test func `who listens anew is told the person's calls from the beginning, and rings from where they were`() throws
    {
        var script = Self.listeningToPerson()
        _ = script.after(Self.changed("ringing", version: 4))
        _ = script.after(Self.callChanged("active", version: 5))
        _ = script.after(.listen(false))
        _ = script.after(.listen(true))
        _ = script.after(Self.established)
        let effects = script.after(.authorized(socket: "1.2", Self.permit, person: Self.person))
        var known: [Int64?] = []
        for case .send(let bytes) in effects {
            known.append(try JSONParser.parse(bytes).object?["data"]?.object?["since"]?.integer)
        }
        #expect(known == [4, 0])
    }

    @Test func `without the person's channel the device's works alone`() {
        var script = Script.listening()
        #expect(calls(script.after(Self.callChanged("active", version: 1))) == [])
        #expect(states(script.after(Self.changed("ringing", version: 1))) == ["ringing"])
    }

    @Test func `a person's name is written in characters that a channel's name may have`() {
        #expect(DeviceChannel.escaped("alice-1_@,.;") == "alice-1_@,.;")
        #expect(DeviceChannel.escaped("a=b c/é") == "a=3Db=20c=2F=C3=A9")
    }

    @Test func `a ping is answered; silence is broken by one, and more silence is the end`() {
        var script = Script.listening()
        let pong = script.after(["event": "pusher:ping", "data": [:]])
        #expect(pong.contains { if case .send = $0 { true } else { false } })
        #expect(pong.last == .startTimer(.silence, after: .seconds(15)))
        let ping = script.after(.timerFired(.silence))
        #expect(ping.last == .startTimer(.silence, after: DeviceChannel.answerWait))
        #expect(script.after(.timerFired(.silence)).first == .close)
    }

    @Test func `a proof that fails, or comes for another socket, subscribes to nothing`() {
        var script = Script()
        _ = script.after(.listen(true))
        _ = script.after(Self.established)
        #expect(script.after(.authorized(socket: "9.9", Self.permit)).isEmpty)
        #expect(script.after(.authorized(socket: "1.2", nil)).first == .close)
    }

    @Test func `a phone that no longer listens hears nothing, and nothing is left running`() {
        var script = Script.listening()
        #expect(script.after(.listen(false)) == [.stopTimer(.silence), .close])
        #expect(script.after(Self.changed("ringing", version: 1)).isEmpty)
        #expect(script.after(.closed).isEmpty)
        #expect(script.after(.timerFired(.retry)).isEmpty)
        #expect(script.after(.timerFired(.silence)).isEmpty)
    }

    @Test func `a text that is not a message, or names no call, changes nothing`() {
        var script = Script.listening()
        #expect(states(script.after(.text(Array("}".utf8)))).isEmpty)
        #expect(states(script.after(["event": "ring_changed", "channel": "private-device.dev"])).isEmpty)
        #expect(states(script.after(["event": "other", "channel": "private-device.dev", "version": 1])).isEmpty)
        #expect(states(script.after(Self.changed("ringing", version: 2))) == ["ringing"])
    }
}
