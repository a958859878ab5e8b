import DeviceModel
import ExchangeServer
package import Lab
import Redaction

/// The people of the Lab: a company's members with an iPhone each, and parties of the public network.
package enum LabPeople {
    static let company = "acme"
    static let members = [
        "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "kim", "leo", "mia",
    ]
    package static let people = [
        LabFacts.Person(number: "+15550177", name: "Anna", frequency: 440),
        LabFacts.Person(number: "+15550178", name: "Gus", frequency: 523),
        LabFacts.Person(number: "+15550179", name: "Nora", frequency: 622),
    ]
    /// How many seconds a call rings, unless the command says otherwise.
    package static let ringSeconds = 30
    private static let lowestTone = 700.0
    private static let toneStep = 100.0

    static func password(of member: String) -> String { DemoUsers.password(of: member) }

    /// The phone of a member.
    ///
    /// - Parameter seed: different for every phone that was ever made in a run, because tokens come from it.
    static func phone(of member: String, _ profile: DeviceProfile, isNaive: Bool, seed: UInt64) -> LabPhoneSetup {
        let index = members.firstIndex(of: member) ?? 0
        return LabPhoneSetup(
            id: "\(member)-iphone", user: member, organization: company, profile: profile, isNaive: isNaive,
            seed: seed, frequency: tone(of: index), knownTones: tones)
    }

    private static func tone(of member: Int) -> Double { lowestTone + Double(member) * toneStep }

    /// The tones of all parties and phones: there are fewer than a meter watches at most.
    private static var tones: [Double] { people.map { Double($0.frequency) } + members.indices.map(tone) }
}
