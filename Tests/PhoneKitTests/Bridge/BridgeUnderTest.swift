import CallModel
import PhoneCore
import PhoneKit
import Redaction
import Testing
import WireJSON

/// A phone with a page for a screen.
@MainActor
final class BridgeUnderTest {
    let clock = StillClock()
    let ports = RecordingPorts()
    let host = RecordingHost()
    let bridge: PhoneBridge
    let shell: PhoneShell
    /// How often each call of the page was settled, and with what at last.
    private(set) var settlements = 0
    private(set) var last: Result<JSONObject, BridgeError>?

    /// - Parameters:
    ///   - audio: has the orders of sound, in place of the recording ports.
    ///   - record: the record that the process before left.
    init(isPageThere: Bool = true, audio: (any AudioPort)? = nil, record: PhoneRecord? = nil) {
        bridge = PhoneBridge(host: host, clock: clock, names: CountedNames(), epoch: 7)
        var all = ports.ports
        all.screens = bridge
        if let audio { all.audio = audio }
        shell = PhoneShell(Phone(), ports: all, clock: clock)
        // In this order, as an app does it.
        shell.send(.launched(Launch(record.map { .found($0) } ?? .none)))
        bridge.attach(shell)
        if isPageThere { bridge.page = host }
    }

    private var settled: CheckedContinuation<Void, Never>?

    /// The page calls a method, and does not wait for its answer, which must have the form that is declared.
    func begin(_ method: String, _ options: JSONObject = [:]) {
        last = nil
        bridge.call(method, options) { [weak self] result in
            if case .success(let answer) = result {
                #expect(throws: Never.self, "\(method)") {
                    try BridgeMethod(name: method)?.answer.check(answer, isExact: true)
                }
            }
            self?.settlements += 1
            self?.last = result
            self?.settled?.resume()
            self?.settled = nil
        }
    }

    /// What the method called last was answered with, once it is.
    @discardableResult
    func settlement() async -> Result<JSONObject, BridgeError> {
        while true {
            if let last { return last }
            await withCheckedContinuation { settled = $0 }
        }
    }

    /// Calls a method as the page does, and returns its answer.
    @discardableResult
    func call(_ method: String, _ options: JSONObject = [:]) async -> Result<JSONObject, BridgeError> {
        begin(method, options)
        return await settlement()
    }

    func answer(_ method: String, _ options: JSONObject = [:]) async -> JSONObject? {
        try? await call(method, options).get()
    }

    func refusal(_ method: String, _ options: JSONObject = [:]) async -> BridgeError? {
        guard case .failure(let error) = await call(method, options) else { return nil }
        return error
    }

    /// A push of a call, which the system takes.
    func ring(_ number: UInt64 = 1) {
        let display = CallDisplay(.phoneNumber("+15550100"), name: "Anna")
        let call = PushedCall(session: CallSessionID(.random(high: 1, low: number)), display: display)
        shell.deliver(VoIPPush(.call(call), spare: CallUUID(.random(high: 2, low: number)))) {}
        shell.send(.system(.reported(CallUUID(session: CallSessionID(.random(high: 1, low: number))), .announce, nil)))
    }

    var toldNames: [String] { host.reported.map(\.name) }
}
