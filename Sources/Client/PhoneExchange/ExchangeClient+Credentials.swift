public import CallModel
import Clocks
import Foundation
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import WireJSON

/// Credentials of the person's organizations, at the exchange and at the carrier.
extension ExchangeClient {
    public func askCredentials(of organization: OrganizationID) {
        Task {
            let httpRequest = ExchangeRequest.post(
                "api/voip/switch-org", ["target_organization_id": .string(organization.rawValue)])
            let answer = await sessions.ask(httpRequest)
            if answer?.isSuccess == true, let body = answer?.body,
                let granted = issued(body, version: body["credential_version"], to: organization)
            {
                credentials.grant(granted.credentials, as: granted.key)
            } else {
                sink?.send(.organizations(.denied(organization, Self.failure(answer))))
            }
        }
    }

    public func fetchCredentials() {
        let before = signOuts
        Task {
            let httpRequest = ExchangeRequest.post("api/device-tokens", ["tokens": .array([]), "credentials": true])
            let reply = await sessions.ask(httpRequest)
            // After a sign-out the phone no longer expects this answer.
            guard before == signOuts else { return }
            guard let answer = reply, answer.isSuccess, let given = allIssued(in: answer.body),
                let carried = allCarried(in: answer.body), let until = (given + carried).map(\.until).min()
            else {
                sink?.send(.credentials(.failed))
                return
            }
            let missing = answer.body["carrier_credentials_missing"]?.array?.compactMap(\.string) ?? []
            var fetched = FetchedCredentials(lacksSome: !missing.isEmpty, until: until)
            fetched.members = given.count < Self.listMax ? given.map(\.key.organization) : nil
            if answer.body["carrier_credentials"] != nil {
                fetched.carried = carried.map(\.key.organization) + missing.map { OrganizationID($0) }
            }
            fetched.emergencyNumbers = EmergencyNumbers.read(from: answer.body)
            sink?.send(.credentials(.fetched(fetched, now: WallTime(clock.date))))
            for one in given + carried { credentials.provision(one.credentials, as: one.key) }
        }
    }

    /// The most organizations that the exchange names. A person with that many may be a member of more.
    private static let listMax = 32

    /// Stands for the exchange itself if the person belongs to no organization. There is one connection then.
    private static let noOrganization = OrganizationID("-")

    /// All credentials that the exchange issued; nil if any of them is malformed.
    private func allIssued(in answer: JSONObject) -> [IssuedCredentials]? {
        guard let documents = answer["credentials"]?.array else { return nil }
        var given: [IssuedCredentials] = []
        for document in documents {
            let name = document.object?["organization_id"]?.string
            let organization = name.map { OrganizationID($0) } ?? Self.noOrganization
            guard let one = issued(document.object, version: document.object?["version"], to: organization) else {
                return nil
            }
            given.append(one)
        }
        return given
    }

    /// All of the carrier's credentials, none if the answer does not mention them; nil if any of them is malformed.
    private func allCarried(in answer: JSONObject) -> [IssuedCredentials]? {
        var given: [IssuedCredentials] = []
        for document in answer["carrier_credentials"]?.array ?? [] {
            guard let one = Self.carried(document.object) else { return nil }
            given.append(one)
        }
        return given
    }

    private static func carried(_ document: JSONObject?) -> IssuedCredentials? {
        guard let organization = document?["organization_id"]?.string, let token = document?["login_token"]?.string,
            let address = document?["address"]?.string, let version = version(document?["version"]),
            let until = document?["expires_at"]?.string.flatMap(moment)
        else { return nil }
        return IssuedCredentials(
            key: CredentialKey(RegistrationID(OrganizationID(organization), .carrier), version),
            credentials: PhoneCredentials(address: address, proof: .token(Redacted(token))), until: until)
    }

    private static func version(_ value: JSONValue?) -> CredentialVersion? {
        value?.integer.flatMap { UInt64(exactly: $0) }.map(CredentialVersion.init(rawValue:))
    }

    private func issued(
        _ document: JSONObject?, version: JSONValue?, to organization: OrganizationID
    ) -> IssuedCredentials? {
        guard let login = document?["sip_username"]?.string, let password = document?["sip_password"]?.string,
            let version = Self.version(version),
            let until = document?["expires_at"]?.string.flatMap(Self.moment)
        else { return nil }
        return IssuedCredentials(
            key: CredentialKey(organization, version),
            credentials: PhoneCredentials(
                address: link.settings.socket, proof: .password(login: Redacted(login), password: Redacted(password))),
            until: until)
    }

    /// Reads `2026-11-21T04:05:06.123456Z`, to the second.
    nonisolated static func moment(_ text: String) -> WallTime? {
        (try? Date("\(text.prefix(19))Z", strategy: .iso8601)).map { WallTime($0) }
    }

    private static func failure(_ answer: ExchangeAnswer?) -> SwitchFailure {
        switch answer?.status {
        case nil: .unreachable
        case 401?: .notSignedIn
        case 403?, 404?: .notMember
        case 200?: .malformed
        default: .unreachable
        }
    }
}

/// Credentials of one organization, as the exchange issued them.
struct IssuedCredentials {
    /// The organization, and the exchange's version number of the credentials.
    let key: CredentialKey
    let credentials: PhoneCredentials
    /// When they expire, by the exchange's wall clock.
    let until: WallTime
}

/// Emergency numbers that are dialed over the carrier. The exchange sends them with credentials, and on the device's
/// channel.
enum EmergencyNumbers {
    static let name = "emergency_numbers"
    /// The most numbers that are read, more than any country has.
    private static let countMax = 100

    /// Reads the numbers and leaves out malformed ones; nil if the document does not mention them.
    static func read(from document: JSONObject) -> [String]? {
        document[name]?.array?.prefix(countMax).compactMap(\.string).filter { number in
            (2...6).contains(number.utf8.count) && number.utf8.allSatisfy { (48...57).contains($0) }
        }
    }
}
