import ExchangeServer
import Redaction

/// The people and devices of the demo. Each device sends a tone of its own, so that a meter can tell which one it
/// receives.
enum DemoUsers {
    struct Role {
        var name: String
        var frequency: Double
    }

    static let caller = Role(name: "alice-phone", frequency: 440)
    static let callees = [
        Role(name: "bob-phone", frequency: 700), Role(name: "bob-desk", frequency: 1000),
        Role(name: "bob-browser", frequency: 1300),
    ]

    /// Carol's iPhone, which has no socket while it is locked.
    static let handset = Role(name: "carol-iphone", frequency: 1600)
    static let handsetUser = "carol"
    /// Carol's organizations, with the one she has in use first; alice calls from the other.
    static let handsetOrganizations = ["workshop", DashboardClient.organization]
    /// A user who is only in the first of these organizations.
    static let stranger = "dave"
    /// The app on the iPhones.
    static let bundle = "org.example.carillon"
    /// The topic of VoIP pushes to the app.
    static let topic = bundle + ".voip"

    /// The company with a public number, and its members, whom that number rings.
    static let company = "acme"
    static let colleagues = ["erin", "frank"]
    /// Erin's two devices and frank's device, with the user of each.
    static let companyDevices = [
        (role: Role(name: "erin-iphone", frequency: 700), user: "erin"),
        (role: Role(name: "erin-ipad", frequency: 1000), user: "erin"),
        (role: Role(name: "frank-iphone", frequency: 1300), user: "frank"),
    ]
    /// The public caller and the public callee, with their tones in hertz.
    static let publicCaller = (number: "+15550177", frequency: 440)
    static let publicCallee = (number: "+15550188", frequency: 600)

    /// The password of a device or user. It may be guessable, because the demo's exchange runs for seconds on loopback.
    static func password(of device: String) -> String { "secret of \(device)" }

    /// How long bob's devices ring: long enough for an answer on a busy machine, short enough to wait for.
    static let ringing = Duration.seconds(3)

    /// Alice with one device, and bob with three and a mailbox.
    static var callers: [UserEntry] {
        var bob = user("bob", callees)
        bob.hasVoicemail = true
        return [user("alice", [caller]), bob]
    }

    /// A user without devices, who signs in with a password.
    static func person(_ name: String) -> UserEntry {
        UserEntry(name: name, password: PasswordHash(password: Redacted(password(of: name))))
    }

    /// A user of ``DashboardClient/organization`` with configured devices.
    static func user(_ name: String, _ roles: [Role]) -> UserEntry {
        UserEntry(
            name: name,
            devices: roles.map {
                DeviceEntry(
                    name: $0.name, login: $0.name, password: PasswordHash(password: Redacted(password(of: $0.name))))
            }, organizations: [DashboardClient.organization])
    }
}
