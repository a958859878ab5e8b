import DeviceModel
import Testing

struct DeviceProfileTests {
    @Test func `every profile makes a policy of its own`() {
        let policies = DeviceProfile.allCases.map(\.policy)
        #expect(policies.map(\.profile) == DeviceProfile.allCases)
        #expect(Set(policies).count == policies.count)
    }

    @Test func `a push with metadata comes with 26.4`() {
        let having = DeviceProfile.allCases.filter { $0.policy.push.metadata != nil }
        #expect(having == [.ios26p4, .ios27, .strict])
    }

    @Test func `scenes are required from iOS 27 on`() {
        #expect(DeviceProfile.allCases.filter(\.policy.process.requiresScenes) == [.ios27, .strict])
    }

    @Test func `strict excuses no push`() {
        let push = DeviceProfile.strict.policy.push
        #expect(!push.exemptsForeground && !push.exemptsDuringCall)
        #expect(push.metadata == MetadataPolicy(excusesForeground: false, excusesDuringCall: false, excusesLate: false))
        #expect(push.secondCheckDelay < DeviceProfile.ios27.policy.push.secondCheckDelay)
    }
}
