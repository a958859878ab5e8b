import CarillonRTC
import Testing

struct SocketLifeTests {
    @Test func `nothing leaves before a socket is open or after it ended`() {
        var life = SocketLife(outboundBytesMax: 100)
        #expect(life.admit(1) == .ignore)
        #expect(life.opened() == true)
        #expect(life.admit(1) == .send)
        #expect(life.end() == .open)
        #expect(life.admit(1) == .ignore)
    }

    @Test func `a socket opens once, ends once and does not open after its end`() {
        var life = SocketLife(outboundBytesMax: 100)
        #expect(life.opened() == true)
        #expect(life.opened() == false)
        #expect(life.end() == .open)
        #expect(life.end() == nil)
        #expect(life.opened() == false)
        var late = SocketLife(outboundBytesMax: 100)
        #expect(late.end() == .dialing)
        #expect(late.opened() == false)
    }

    @Test func `the bytes that wait to be sent are bounded, and sent ones make room`() {
        var life = SocketLife(outboundBytesMax: 100)
        _ = life.opened()
        #expect(life.admit(60) == .send)
        #expect(life.admit(41) == .overflow)
        #expect(life.admit(40) == .send)
        life.sent(60)
        #expect(life.admit(60) == .send)
        #expect(life.unsentBytes == 100)
    }
}
