import NIOCore
import WireJSON

/// One registered device of the load generator: it logs in, then plays caller or callee. Used on its event loop only.
final class LoadDevice: LoadSocketOwner {
    let user: String
    private let password: String
    private let session: String
    private var socket: LoadSocket?
    private var nextID = 1
    private let ready: EventLoopPromise<Void>
    /// The call in progress.
    private var call: String?
    private var answered: (() -> Void)?
    private var over: ((BenchError?) -> Void)?

    init(user: String, password: String, session: String, ready: EventLoopPromise<Void>) {
        self.user = user
        self.password = password
        self.session = session
        self.ready = ready
    }

    func logIn(on socket: LoadSocket) {
        self.socket = socket
        socket.send(VertoText.login(user: user, password: password, session: session, id: newID()))
    }

    /// Places a call that is answered and hung up at once. Calls `answered` when the answer arrives, and `over` when
    /// the BYE's result arrives, or with an error when the exchange refuses.
    func placeCall(
        to destination: String, id: String, answered: @escaping () -> Void, over: @escaping (BenchError?) -> Void
    ) {
        call = id
        self.answered = answered
        self.over = over
        socket?.send(VertoText.invite(call: id, to: destination, session: session, id: newID()))
    }

    func close() {
        socket?.close()
    }

    func receive(_ object: JSONObject) {
        guard let method = object["method"]?.string else { return receiveResponse(object) }
        let parameters = object["params"]?.object ?? [:]
        if let id = object["id"]?.integer { socket?.send(VertoText.acknowledgement(id: id, method: method)) }
        switch method {
        case "telnyx_rtc.clientReady": ready.succeed()
        case "telnyx_rtc.invite": answer(parameters["callID"]?.string ?? "")
        case "telnyx_rtc.answer": hangUp()
        default: break
        }
    }

    private func receiveResponse(_ object: JSONObject) {
        if let error = object["error"]?.object {
            let refusal = BenchError("the exchange refused \(user): \(error["message"]?.string ?? "without a word")")
            ready.fail(refusal)
            endCall(refusal)
            return
        }
        if object["result"]?.object?["message"]?.string == "CALL ENDED" { endCall(nil) }
    }

    private func endCall(_ error: BenchError?) {
        guard call != nil else { return }
        call = nil
        over?(error)
    }

    private func answer(_ call: String) {
        socket?.send(VertoText.answer(call: call, session: session, id: newID()))
    }

    private func hangUp() {
        guard let call else { return }
        answered?()
        socket?.send(VertoText.bye(call: call, session: session, id: newID()))
    }

    private func newID() -> Int {
        defer { nextID += 1 }
        return nextID
    }
}

/// The load generator's messages as prepared text, so that its own encoder is not measured.
///
/// They use the Telnyx dialect with numeric ids. The session description is that of a softphone with Opus and G.711.
enum VertoText {
    static func login(user: String, password: String, session: String, id: Int) -> String {
        request(
            "login", id,
            #""login":"\#(user)","passwd":"\#(password)","sessid":"\#(session)","User-Agent":"Carillon-load","loginParams":{"attach_call":"true"},"userVariables":{}"#
        )
    }

    static func invite(call: String, to destination: String, session: String, id: Int) -> String {
        let dialog =
            #""callID":"\#(call)","destination_number":"\#(destination)","caller_id_name":"Load","caller_id_number":"load","audio":true"#
        return request(
            "telnyx_rtc.invite", id, #""sessid":"\#(session)","sdp":"\#(description)","dialogParams":{\#(dialog)}"#)
    }

    static func answer(call: String, session: String, id: Int) -> String {
        request(
            "telnyx_rtc.answer", id,
            #""sessid":"\#(session)","sdp":"\#(description)","dialogParams":{"callID":"\#(call)"}"#)
    }

    static func bye(call: String, session: String, id: Int) -> String {
        request(
            "telnyx_rtc.bye", id,
            #""sessid":"\#(session)","cause":"NORMAL_CLEARING","causeCode":16,"dialogParams":{"callID":"\#(call)"}"#)
    }

    static func acknowledgement(id: Int64, method: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"result":{"method":"\#(method)"}}"#
    }

    private static func request(_ method: String, _ id: Int, _ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"#
    }

    private static let description = [
        "v=0", "o=- 4611731400430051336 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "a=msid-semantic: WMS",
        "m=audio 40000 UDP/TLS/RTP/SAVPF 111 0 8 110", "c=IN IP4 127.0.0.1", "a=rtcp-mux", "a=mid:0", "a=sendrecv",
        "a=ice-ufrag:8hhY", "a=ice-pwd:asd88fgpdd777uzjYhagZg22", "a=setup:actpass",
        "a=fingerprint:sha-256 6B:8B:F0:65:5F:78:E2:51:3B:AC:6F:F3:3F:46:1B:35:DC:B8:5F:64:1A:24:C2:43:F0:A1:58:D0:A1:2C:19:08",
        "a=rtpmap:111 opus/48000/2", "a=fmtp:111 minptime=10;useinbandfec=1", "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:8 PCMA/8000",
        "a=rtpmap:110 telephone-event/48000", "a=candidate:1 1 udp 2130706431 127.0.0.1 40000 typ host",
        "a=end-of-candidates", "",
    ].joined(separator: #"\r\n"#)
}
