import CallModel
import PhoneCore
import PushPayload
import Testing

/// The vendor's push says over which edge of the vendor's network its INVITE will come.
@Suite struct EdgeTests {
    private func push(_ call: Int, via edge: String?) -> PushedCall {
        var pushed = PushedCall.vendors(call)
        pushed.provider = .carrier
        pushed.edge = edge.map(VendorEdge.init)
        return pushed
    }

    @Test func `a connection that a push asks for is made over its edge`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.push(push(1, via: "east")).contains("connect acme/carrier via east"))
    }

    @Test func `a connection that is there is ordered over the edge, after the report`() {
        var script = PhoneScript(onScreen: false)
        script.push(.carriers(1))
        script.signalCarrier(.ready)
        let effects = script.push(push(1, via: "east"), spare: 2)
        #expect(effects == ["again A", "connect acme/carrier via east"])
    }

    @Test func `the second push of a call may bring the edge, and another one`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.push(.ours(1)).contains("connect acme"))
        #expect(script.push(push(1, via: "east"), spare: 2).contains("connect acme/carrier via east"))
        #expect(script.push(push(1, via: "west"), spare: 3).contains("connect acme/carrier via west"))
    }

    @Test func `a call whose INVITE came needs no other edge`() {
        var script = PhoneScript()
        script.push(push(1, via: "east"))
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        #expect(script.push(push(1, via: "west"), spare: 2) == ["again V1"])
    }

    @Test func `the edge of a call that is over misdirects no other call`() {
        var script = PhoneScript(onScreen: false)
        script.push(push(1, via: "east"))
        let call = CallUUID(vendor: Names.vendor(1))
        script.reported(call)
        script.fire(.ring(call))
        #expect(script.push(.ours(2), spare: 2).contains("connect acme"))
    }

    @Test func `a payload's edge is the push's`() {
        var push = IncomingPush.ringing(
            Names.session(1), organization: "acme", deadline: WallTime(milliseconds: 40_000))
        push.vendorEdge = "east"
        guard case .call(let call) = PushNotice(push) else { return #expect(Bool(false)) }
        #expect(call.edge == VendorEdge("east"))
    }
}
