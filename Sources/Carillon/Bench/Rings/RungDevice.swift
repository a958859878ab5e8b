import NIOCore
import WireJSON

/// A device that tells a round of what happens to it, and does what the round says. On its event loop only.
final class RungDevice: LoadSocketOwner {
    enum News {
        /// Rung, or called back, by this name of the call.
        case invited(String)
        case answered
        case over
    }

    private let login: String
    private let password: String
    private let session: String
    private let ready: EventLoopPromise<Void>
    private var socket: LoadSocket?
    private var nextID = 1
    var told: ((News) -> Void)?
    var failed: ((BenchError) -> Void)?

    init(login: String, password: String, session: String, ready: EventLoopPromise<Void>) {
        self.login = login
        self.password = password
        self.session = session
        self.ready = ready
    }

    func logIn(on socket: LoadSocket) {
        self.socket = socket
        socket.send(VertoText.login(user: login, password: password, session: session, id: newID()))
    }

    func dial(_ destination: String, as call: String) {
        socket?.send(VertoText.invite(call: call, to: destination, session: session, id: newID()))
    }

    func answer(_ call: String) {
        socket?.send(VertoText.answer(call: call, session: session, id: newID()))
    }

    func hangUp(_ call: String) {
        socket?.send(VertoText.bye(call: call, session: session, id: newID()))
    }

    func close() { socket?.close() }

    func receive(_ object: JSONObject) {
        guard let method = object["method"]?.string else { return receiveResponse(object) }
        // What follows is told first: the acknowledgement is not what is measured.
        switch method {
        case "telnyx_rtc.clientReady": ready.succeed()
        case "telnyx_rtc.invite": told?(.invited(object["params"]?.object?["callID"]?.string ?? ""))
        case "telnyx_rtc.answer": told?(.answered)
        case "telnyx_rtc.bye": told?(.over)
        default: break
        }
        if let id = object["id"]?.integer { socket?.send(VertoText.acknowledgement(id: id, method: method)) }
    }

    private func receiveResponse(_ object: JSONObject) {
        if let error = object["error"]?.object {
            let refusal = BenchError("the exchange refused \(login): \(error["message"]?.string ?? "without a word")")
            ready.fail(refusal)
            failed?(refusal)
        } else if object["result"]?.object?["message"]?.string == "CALL ENDED" {
            told?(.over)
        }
    }

    private func newID() -> Int {
        defer { nextID += 1 }
        return nextID
    }
}
