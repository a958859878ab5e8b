import ExchangeServer
import Redaction

/// Who plays in the demo. Each device says a tone of its own, so that a meter tells who is heard.
enum DemoCast {
    struct Role {
        var name: String
        var frequency: Double
    }

    static let caller = Role(name: "alice-phone", frequency: 440)
    static let callees = [
        Role(name: "bob-phone", frequency: 700), Role(name: "bob-desk", frequency: 1000),
        Role(name: "bob-browser", frequency: 1300),
    ]

    /// Carol's iPhone, which has no socket while it lies locked.
    static let handset = Role(name: "carol-iphone", frequency: 1600)
    static let handsetUser = "carol"
    /// Organisations carol is in, the one she works in first; alice calls from the other.
    static let handsetOrganizations = ["workshop", DashboardFeed.organization]
    /// A user who is in the first of them only.
    static let stranger = "dave"
    /// The app on the iPhones.
    static let bundle = "org.example.carillon"
    /// What VoIP pushes to it are addressed to.
    static let topic = bundle + ".voip"

    /// The company that has a public number, and who works there: each is rung when it is called.
    static let company = "acme"
    static let colleagues = ["erin", "frank"]
    /// Erin's two devices and frank's, with the user of each.
    static let companyDevices = [
        (role: Role(name: "erin-iphone", frequency: 700), user: "erin"),
        (role: Role(name: "erin-ipad", frequency: 1000), user: "erin"),
        (role: Role(name: "frank-iphone", frequency: 1300), user: "frank"),
    ]
    /// The caller in the public network, and who is called there.
    static let publicCaller = (number: "+15550177", frequency: 440)
    static let publicCallee = (number: "+15550188", frequency: 600)

    /// The exchange of the demo lives for seconds on loopback; its credentials need only be there and be checked.
    static func password(of device: String) -> String { "secret of \(device)" }

    /// How long bob's devices ring: long enough for a busy machine to answer in, short enough to wait for.
    static let ringing = Duration.seconds(3)

    /// Alice with one device, and bob with three and a mailbox.
    static var callers: [UserEntry] {
        var bob = user("bob", callees)
        bob.hasVoicemail = true
        return [user("alice", [caller]), bob]
    }

    /// A user without devices, who signs in with a password of their own.
    static func person(_ name: String) -> UserEntry {
        UserEntry(name: name, password: PasswordHash(password: Redacted(password(of: name))))
    }

    /// A user of ``DashboardFeed/organization`` with devices of the exchange's.
    static func user(_ name: String, _ roles: [Role]) -> UserEntry {
        UserEntry(
            name: name,
            devices: roles.map {
                DeviceEntry(
                    name: $0.name, login: $0.name, password: PasswordHash(password: Redacted(password(of: $0.name))))
            }, organizations: [DashboardFeed.organization])
    }
}
