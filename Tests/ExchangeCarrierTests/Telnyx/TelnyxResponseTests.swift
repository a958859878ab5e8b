import CallModel
import ExchangeCarrier
import Redaction
import RingCore
import Testing
import WireJSON

struct TelnyxResponseTests {
    private static let bridge = CarrierCommand.bridge(TelnyxSample.leg, records: false)
    private static let dial = CarrierCommand.dial(TelnyxSample.leg, timeout: .seconds(30))
    private static let hangUp = CarrierCommand.hangUp(.leg(TelnyxSample.leg), .cancelled)

    private static func error(_ status: Int, _ code: String) -> TelnyxResponse {
        TelnyxResponse(status: status, body: Array(#"{"errors":[{"code":"\#(code)","title":"x"}]}"#.utf8))
    }

    @Test func `a dial that was taken tells the leg's name`() {
        let body = #"{"data":{"call_control_id":"v3:leg","is_alive":false}}"#
        let reply = TelnyxResponse(status: 200, body: Array(body.utf8)).reply(to: Self.dial)
        #expect(reply == CarrierReply(.accepted(CarrierLegID("v3:leg"))))
    }

    @Test(arguments: [
        (422, "90018", CommandResult.alreadyOver), (422, "90015", .conflict), (422, "90034", .notAnswered),
        (422, "10015", .conflict), (403, "10009", .refused), (404, "10005", .alreadyOver), (500, "10007", .unavailable),
        (429, "90103", .rateLimited(.seconds(1))),
    ])
    func `what Telnyx says of a bridge is told in our words`(status: Int, code: String, result: CommandResult) {
        #expect(Self.error(status, code).reply(to: Self.bridge).result == result)
    }

    @Test func `a dial is refused for good where a bridge is tried again`() {
        #expect(Self.error(422, "10015").reply(to: Self.dial).result == .refused)
        #expect(Self.error(404, "10005").reply(to: Self.dial).result == .refused)
        for code in ["90018", "90015"] {
            #expect(Self.error(422, code).reply(to: Self.hangUp).result == .alreadyOver)
        }
    }

    @Test func `a look tells whose leg it is by the mark we dialed it with, and only by a mark of ours`() throws {
        let request = try #require(
            TelnyxSample.request(.dial(TelnyxSample.leg, timeout: .seconds(32)), .dial))
        let mark = try #require(try JSONParser.parse(request.body).object?["client_state"]?.string)
        func own(_ status: Int, _ mark: String) -> OwnLeg? {
            let body = #"{"data":{"call_control_id":"v3:leg","is_alive":true,"client_state":"\#(mark)"}}"#
            return TelnyxResponse(status: status, body: Array(body.utf8))
                .own(key: TelnyxSample.settings.stateKey.revealed)
        }
        #expect(own(200, mark) == OwnLeg(TelnyxSample.leg, of: TelnyxSample.id))
        #expect(own(404, mark) == nil)
        #expect(own(200, "bm90IG91cnM=") == nil)
        #expect(TelnyxResponse(status: 200, body: Array("{}".utf8)).own(key: []) == nil)
    }

    @Test func `what could lead elsewhere than to a leg is not asked about`() {
        #expect(TelnyxRequest(look: CarrierLegID("v3:a-B_9"))?.path == "/calls/v3:a-B_9")
        for name in ["", "../balance", "v3:a?b", "v3:a%2e", "v3:a b"] {
            #expect(TelnyxRequest(look: CarrierLegID(name)) == nil)
        }
    }

    @Test func `a wait is believed up to a minute`() {
        for (said, believed) in [(2, 2), (3_600, 60)] {
            let response = TelnyxResponse(status: 429, body: [], wait: .seconds(said))
            #expect(response.reply(to: Self.dial).result == .rateLimited(.seconds(believed)))
        }
    }

    @Test func `a look tells whether the leg is alive`() {
        let look = CarrierCommand.look(.parent)
        for (text, liveness) in [("true", Liveness.alive), ("false", .over)] {
            let response = TelnyxResponse(status: 200, body: Array(#"{"data":{"is_alive":\#(text)}}"#.utf8))
            #expect(response.reply(to: look) == CarrierReply(.accepted(nil), events: [.looked(.parent, liveness)]))
        }
        #expect(TelnyxResponse(status: 404, body: []).reply(to: look).result == .alreadyOver)
        #expect(TelnyxResponse(status: 200, body: [0xFF]).reply(to: look).events == [.looked(.parent, .unknown)])
    }
}
