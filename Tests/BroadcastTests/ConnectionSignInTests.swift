import Broadcast
import Testing

/// F10: a connection that is taken for a user.
struct ConnectionSignInTests {
    private func signIn(_ hub: inout Transcript, _ number: Int32, _ user: String, isSigned: Bool = true) -> [String] {
        hub.receive(
            number, .signIn(ChannelSignInRequest(auth: "key:signature", userData: #"{"id":"\#(user)"}"#)),
            isSigned: isSigned)
    }

    @Test
    func `F10: a signed-in user hears what servers send to the user, on every connection, and no other user does`() {
        var hub = Transcript()
        for number in 1...3 as ClosedRange<Int32> { hub.open(number) }
        #expect(signIn(&hub, 1, "ann") == [#"1 ← signed in {"id":"ann"}"#])
        #expect(signIn(&hub, 2, "ann") == [#"2 ← signed in {"id":"ann"}"#])
        #expect(signIn(&hub, 3, "bob") == [#"3 ← signed in {"id":"bob"}"#])
        for number in [1, 2] as [Int32] {
            #expect(
                hub.subscribe(number, "#server-to-user-ann", isSigned: false) == [
                    "\(number) ← subscribed #server-to-user-ann"
                ])
        }
        #expect(hub.subscribe(3, "#server-to-user-ann") == ["3 ← error 4009"], "a signature of the channel is none")
        #expect(hub.publish("news", to: "#server-to-user-ann") == ["1,2 ← news"])
        #expect(hub.publish("news", to: "#server-to-user-bob") == [])
    }

    @Test func `F10: a forged sign-in is refused, one without a user too, and a connection keeps its user`() {
        var hub = Transcript()
        hub.open(1)
        #expect(signIn(&hub, 1, "ann", isSigned: false) == ["1 ← error 4009"])
        #expect(hub.subscribe(1, "#server-to-user-ann") == ["1 ← error 4009"])
        #expect(signIn(&hub, 1, "") == ["1 ← error 4200"])
        #expect(signIn(&hub, 1, #"a","x":"\u0007"#) == [#"1 ← signed in {"id":"a","x":"\u0007"}"#])
        #expect(signIn(&hub, 1, "bob") == ["1 ← error 4009"])
        #expect(signIn(&hub, 1, "a") == [#"1 ← signed in {"id":"a"}"#])
    }

    @Test func `F10: ending a user's connections ends those that signed in as the user`() {
        var hub = Transcript()
        for number in 1...3 as ClosedRange<Int32> { hub.open(number) }
        _ = signIn(&hub, 1, "ann")
        _ = signIn(&hub, 2, "bob")
        hub.subscribe(3, "presence-room", user: "ann")
        #expect(
            hub.handle(.terminate(user: "ann")) == [
                "1 ← error 4009", "1 closed 4009", "3 ← error 4009", "3 closed 4009",
            ])
    }

    @Test func `F10: clients say nothing in a user's channel, and it is not among the channels there are`() {
        var hub = Transcript()
        hub.open(1)
        _ = signIn(&hub, 1, "ann")
        hub.subscribe(1, "#server-to-user-ann")
        #expect(
            hub.receive(1, .clientEvent(channel: "#server-to-user-ann", event: "client-x", data: nil)) == [
                "1 ← error 4009"
            ]
        )
        #expect(hub.hub.statuses().isEmpty)
        #expect(hub.hub.status(of: "#server-to-user-ann")?.listeners == 1)
    }

    @Test func `F10: the channel of a user is named as the user is, and other names keep their rules`() {
        #expect(ChannelName.isValid("#server-to-user-Ann Müller@example.com"))
        #expect(!ChannelName.isValid("#server-to-user-"))
        #expect(!ChannelName.isValid("#server-to-user-a\n"))
        #expect(!ChannelName.isValid("#other"))
        #expect(!ChannelName.isValid("#server-to-user-" + String(repeating: "a", count: 200)))
        #expect(ChannelKind(channel: "#server-to-user-ann") == .user)
    }
}
