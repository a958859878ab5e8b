import CallModel
import PhoneCore
import Testing

/// What the exchange is owed of a call that is over keeps the process awake.
@Suite struct FarewellTests {
    @Test func `a decline before there is a connection keeps the process awake until it is told`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.perform(.end(callA)).contains("keep awake"))
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: decline"])
        #expect(script.line(lineA, .ended(Ending(.declined))).contains("let sleep"))
    }

    @Test func `a hang-up keeps the process awake until the line is over`() {
        var script = PhoneScript.connected()
        #expect(script.perform(.end(callA)).contains("keep awake"))
        #expect(script.line(lineA, .ended(Ending(.completed))).contains("let sleep"))
    }

    @Test func `while another call lives nothing more is needed; with its end it is`() {
        var script = PhoneScript.connectedAndRinging()
        #expect(!script.perform(.end(callB)).contains("keep awake"))
        #expect(script.perform(.end(callA)).contains("keep awake"))
        #expect(!script.line(lineA, .ended(Ending(.completed))).contains("let sleep"))
        #expect(script.line(lineB, .ended(Ending(.declined))).contains("let sleep"))
    }

    @Test func `a farewell that has lost its use lets the process sleep`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.end(callA))
        #expect(script.fire(.farewell(callA)).contains("let sleep"))
    }

    @Test func `a call that ended by itself keeps nobody awake`() {
        var script = PhoneScript.connected()
        #expect(!script.line(lineA, .ended(Ending(.completed))).contains("keep awake"))
    }

    @Test func `the next process stays awake for what the one before owed`() {
        let next = PhoneScript.connected().relaunched()
        #expect(next.effects.contains(.keepAwake(true)))
    }
}
