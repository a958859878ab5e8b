import ExchangeCore
import Explorer
import ScopeProofs
import Scopes
import Testing

struct ScopeTests {
    @Test(arguments: Scope.exchange)
    func `the exchange keeps every promise in every state`(scope: Scope) throws {
        #expect(try scope.complaints() == [])
    }

    @Test func `no two scopes share a name`() {
        #expect(Set(Scope.exchange.map(\.name)).count == Scope.exchange.count)
    }

    @Test func `an exchange in which a second answer also wins is found out`() throws {
        let model = RingModel(devices: 2, faults: .init(), claimsAreForgotten: true)
        let result = Explorer(model, stopsWhenBroken: true).run()
        let trace = try #require(result["nothing happens that must never happen"]?.trace)
        #expect(
            trace.actions.map(\.description) == [
                "0 does dial", "dial arrives for 0", "invite arrives for 1", "1 does answer", "answer arrives for 1",
                "invite arrives for 2", "2 does answer", "answer arrives for 2",
            ])
        #expect(trace.last.checker.violations.contains("a second leg claimed the call"))
    }

    @Test func `an exchange that takes a lost call for one that goes on is found out`() throws {
        let model = ReturnModel(phoneCalls: true, breaks: 1, client: .acknowledgingAnything)
        let result = Explorer(model, stopsWhenBroken: true).run()
        let trace = try #require(result["once all is said, each side has the media the other knows of"]?.trace)
        #expect(
            trace.actions.map(\.description) == [
                "the client loses its connection", "the client comes back without media",
                "the client reads and makes new media", "the client is heard",
            ])
    }

    @Test func `a caller that stays with the device that rang first, although another answers, is found out`() throws {
        let model = RingModel(devices: 2, faults: .init(), early: .init(callerKeepsFirst: true))
        let result = Explorer(model, stopsWhenBroken: true).run()
        let property = "a caller that was told of the answer connects with the device that answered"
        let trace = try #require(result[property]?.trace)
        let done = trace.actions.map(\.description)
        #expect(done.contains("early arrives for 0") && done.contains("2 does answer"))
        #expect(done.last == "answered arrives for 0")
    }

    @Test func `another side that stays with the device whose call was taken is found out`() throws {
        let result = Explorer(TakeModel(keepsFormer: true), stopsWhenBroken: true).run()
        let property = "once all is said, the two devices that have the call have each other's media"
        let trace = try #require(result[property]?.trace)
        #expect(
            trace.actions.map(\.description) == [
                "the page takes the call", "the page is heard", "the caller reads", "the caller is heard",
                "the page reads", "the page is heard", "the phone reads",
            ])
    }

    @Test(arguments: [false, true])
    func `another side that stays with the party that has transferred the call is found out`(byCaller: Bool) throws {
        let result = Explorer(TransferModel(byCaller: byCaller, keepsFormer: true), stopsWhenBroken: true).run()
        let property = "once all is said, the two devices that have the call have each other's media"
        let trace = try #require(result[property]?.trace)
        let done = trace.actions.map(\.description)
        #expect(done.starts(with: ["the party transfers the call"]))
        #expect(done.contains("the target answers"))
    }

    @Test func `H2: a revocation that only closes the connection is found`() throws {
        let model = RingModel(devices: 2, faults: .init(revocations: 1), revocationIsADrop: true)
        let result = Explorer(model, stopsWhenBroken: true).run()
        let trace = try #require(result["a revoked device is registered no longer than a call waits for it"]?.trace)
        #expect(trace.actions.map(\.description) == ["1 is revoked"])
    }
}
