package import DeviceModel
import WireJSON

/// The facts about the Lab that a page gets at the beginning.
package struct LabFacts: Hashable, Sendable {
    package static let protocolVersion: Int64 = 1
    /// The most phones of a Lab.
    package static let phonesMax = 12

    /// A party of the public network.
    package struct Person: Hashable, Sendable {
        package var number: String
        package var name: String
        /// The tone it says, in hertz.
        package var frequency: Int

        package init(number: String, name: String, frequency: Int) {
            self.number = number
            self.name = name
            self.frequency = frequency
        }
    }

    /// A login for the browser phone. It is no secret: the exchange is of this run and on loopback.
    package struct User: Hashable, Sendable {
        package var login: String
        package var password: String

        package init(login: String, password: String) {
            self.login = login
            self.password = password
        }
    }

    /// The iOS of a phone, unless another one is chosen.
    package static let profile = DeviceProfile.ios26p4

    package var version: String
    /// A name for this run.
    package var lab: String
    /// The date at which the Lab began, in milliseconds since 1970.
    package var began: Int64
    package var socket: String
    package var api: String
    /// The browser phone's address; nil if it is not served.
    package var phonePage: String?
    package var company: String
    package var people: [Person]
    package var users: [User]
    package var commands: [String]

    package init(version: String, lab: String, began: Int64, socket: String, api: String, company: String) {
        self.version = version
        self.lab = lab
        self.began = began
        self.socket = socket
        self.api = api
        self.company = company
        people = []
        users = []
        commands = LabRequestReader.commands
    }

    var json: JSONObject {
        let people = people.map { ["number": .string($0.number), "name": .string($0.name)] as JSONValue }
        let users = users.map { ["login": .string($0.login), "password": .string($0.password)] as JSONValue }
        let exchange: JSONObject = [
            "socket": .string(socket), "api": .string(api), "phonePage": phonePage.map { .string($0) } ?? .null,
        ]
        return [
            "protocol": .integer(Self.protocolVersion), "version": .string(version), "lab": .string(lab),
            "began": .integer(began), "exchange": .object(exchange), "numbers": ["company": .string(company)],
            "people": .array(people), "users": .array(users),
            "profile": .string(Self.profile.rawValue),
            "profiles": .array(DeviceProfile.allCases.map { .string($0.rawValue) }),
            "limits": [
                "phones": .integer(Int64(Self.phonesMax)),
                "rangeRows": .integer(Int64(LabRequestReader.rangeRowsMax)),
                "partBytes": .integer(Int64(LabRequestReader.partBytesMax)),
            ],
            "commands": .array(commands.map { .string($0) }),
        ]
    }
}
