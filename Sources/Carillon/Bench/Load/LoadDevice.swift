import NIOCore
import WireJSON

/// One registered device of the load generator: logs in, then plays caller or callee. On its event loop only.
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

    /// Places a call that is answered and hung up at once. `answered` is told when the answer came, `over` when the BYE's
    /// result came, or what the exchange refused.
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
