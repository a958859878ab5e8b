import Broadcast
import Testing
import WireJSON

struct WireTests {
    private func read(_ text: String) -> ClientMessage? {
        Array(text.utf8).withUnsafeBytes { ClientMessageReader.read($0) }
    }

    private func text(_ message: ServerMessage) -> String {
        String(decoding: ServerMessageWriter.bytes(of: message), as: UTF8.self)
    }

    @Test func `messages of real clients are read, whether their data is an object or a string of one`() {
        // pusher-js, pysher, Laravel Echo (observed).
        #expect(read(#"{"event":"pusher:ping","data":{}}"#) == .ping)
        #expect(read(#"{"event":"pusher:ping","data":""}"#) == .ping)
        #expect(read(#"{"event":"pusher:ping"}"#) == .ping)
        #expect(read(#"{"event":"pusher:pong","data":{}}"#) == .pong)
        let subscribe = ClientMessage.subscribe(SubscribeRequest(channel: "private-a", auth: "k:s"))
        #expect(read(#"{"event":"pusher:subscribe","data":{"channel":"private-a","auth":"k:s"}}"#) == subscribe)
        #expect(
            read(#"{"event":"pusher:subscribe","data":"{\"channel\":\"private-a\",\"auth\":\"k:s\"}"}"#) == subscribe)
        #expect(
            read(#"{"event":"pusher:subscribe","data":{"channel":"a","since":7}}"#)
                == .subscribe(SubscribeRequest(channel: "a", since: 7)))
        #expect(read(#"{"event":"pusher:unsubscribe","data":{"channel":"a"}}"#) == .unsubscribe(channel: "a"))
        #expect(
            read(#"{"event":"client-x","channel":"private-a","data":{"n":1}}"#)
                == .clientEvent(channel: "private-a", event: "client-x", data: ["n": 1]))
        #expect(
            read(#"{"event":"pusher:signin","data":{"auth":"k:s","user_data":"{\"id\":\"ann\"}"}}"#)
                == .signIn(ChannelSignInRequest(auth: "k:s", userData: #"{"id":"ann"}"#)))
        #expect(read(#"{"event":"hello"}"#) == .ignored)
    }

    @Test(arguments: [
        "", "{", "[]", #"{"event":1}"#, #"{"event":"pusher:signin","data":{}}"#, #"{"event":"pusher:subscribe"}"#,
        #"{"event":"pusher:subscribe","data":{"channel":1}}"#, #"{"event":"client-x","data":{}}"#,
        #"{"event":"pusher:subscribe","data":{"channel":"a","since":-1}}"#,
        #"{"event":"pusher:subscribe","data":{"channel":"a","since":"1"}}"#,
    ])
    func `text that is not a message is not read`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `every prefix of a message is read or refused, never more`() {
        let whole = #"{"event":"pusher:subscribe","data":"{\"channel\":\"private-a\",\"auth\":\"k:s\"}"}"#
        for count in 0..<whole.utf8.count { #expect(read(String(whole.prefix(count))) == nil) }
        #expect(read("{\"event\":\"client-x\",\"data\":\"" + String(repeating: "x", count: 10_000) + "\"}") == nil)
    }

    @Test func `the server's messages carry their data as a string`() {
        #expect(
            text(.connectionEstablished(SocketID(12, 34)))
                == #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"12.34\",\"activity_timeout\":15}"}"#
        )
        #expect(
            text(.error(.unauthorized))
                == #"{"event":"pusher:error","data":"{\"code\":4009,\"message\":\"Connection is unauthorized\"}"}"#)
        #expect(
            text(.subscribed(channel: "a", SubscriptionData()))
                == #"{"event":"pusher_internal:subscription_succeeded","channel":"a","data":"{}"}"#)
        let event = ChannelEvent(version: 7, name: "x", data: #"{"n":1}"#)
        #expect(
            text(.event(channel: "a", event, isVersioned: false))
                == #"{"event":"x","channel":"a","data":"{\"n\":1}"}"#)
        #expect(
            text(.event(channel: "a", event, isVersioned: true))
                == #"{"event":"x","channel":"a","data":"{\"n\":1}","version":7}"#)
        #expect(
            text(.memberRemoved(channel: "presence-a", user: "10"))
                == #"{"event":"pusher_internal:member_removed","channel":"presence-a","data":"{\"user_id\":\"10\"}"}"#)
        #expect(text(.ping) == #"{"event":"pusher:ping","data":"{}"}"#)
    }

    @Test func `the signed text has the form that Pusher documents`() {
        let socket = SocketID(1234, 1234)
        #expect(SubscribeRequest(channel: "news").signedText(for: socket) == nil)
        #expect(SubscribeRequest(channel: "private-foobar").signedText(for: socket) == "1234.1234:private-foobar")
        let data = #"{"user_id":10,"user_info":{"name":"Mr. Channels"}}"#
        #expect(
            SubscribeRequest(channel: "presence-foobar", channelData: data).signedText(for: socket)
                == "1234.1234:presence-foobar:" + data)
    }

    @Test func `a socket's id is two numbers with a dot between`() {
        #expect(SocketID("123.456")?.description == "123.456")
        for text in ["", "1", "1.", ".1", "1.2.3", "a.b", "-1.2", "4294967296.1", "1.2 "] {
            #expect(SocketID(text) == nil, "\(text)")
        }
    }

    @Test func `every user has a channel`() {
        #expect(ChannelName.ofUser("alice") == "private-user.alice")
        #expect(ChannelName.ofUser("Jürgen =") == "private-user.J=C3=BCrgen=20=3D")
        #expect(ChannelName.isValid(ChannelName.ofUser("日本")))
    }
}
