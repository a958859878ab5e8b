import Broadcast
import Testing

struct ChannelKindTests {
    @Test func `a channel's prefix says who may listen`() {
        #expect(ChannelKind(channel: "private-user.1") == .private)
        #expect(ChannelKind(channel: "presence-room") == .presence)
        #expect(ChannelKind(channel: "privateer") == .public)
    }

    @Test(arguments: ["acme", "a b", "=", "Zürich AG", "a=20b"])
    func `an organization is read from its channels' names`(organization: String) {
        #expect(ChannelName.organization(of: ChannelName.ofOrganization(organization)) == organization)
        #expect(ChannelName.organization(of: ChannelName.ofMembers(of: organization)) == organization)
        #expect(ChannelName.isValid(ChannelName.ofOrganization(organization)))
    }

    @Test(arguments: ["", "=", "=4", "=4x", "=+4", "=41", "=e9", "=ff", "=FF", "a=C3"])
    func `a channel name that an organization is not written with belongs to no organization`(text: String) {
        #expect(ChannelName.organization(of: "private-organization." + text) == nil)
    }

    @Test func `a channel of another kind belongs to no organization`() {
        for name in ["private-user.a", "organization.a", "private-organizations.a", "private-cache-organization.a"] {
            #expect(ChannelName.organization(of: name) == nil)
        }
    }
}
