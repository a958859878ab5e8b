import Explorer
import PhoneScopes
import ScopeProofs
import Scopes
import Testing

/// One after the other: each remembers up to a million states.
@Suite(.serialized) struct PhoneScopeTests {
    @Test(arguments: Scope.phone)
    func `the phone keeps every promise on the modeled device in every state`(scope: Scope) throws {
        let complaints = try scope.complaints()
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `no two scopes share a name`() {
        #expect(Set(Scope.phone.map(\.name)).count == Scope.phone.count)
    }
}
