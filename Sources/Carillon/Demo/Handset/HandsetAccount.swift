import Foundation
import LivePhones
import PhoneKit
import Redaction
import WireJSON

/// What the exchange gives carol when she signs in on her iPhone.
struct HandsetAccount {
    let session: AccountSession
    /// The exchange's name of the device.
    let device: String
    /// Of each of her organisations; she works in the first.
    let credentials: [(organization: String, of: PhoneCredentials)]

    /// Makes two organisations, with carol in both and dave in the first, and signs her in.
    static func open(port: Int, operatorToken: String) async throws -> HandsetAccount {
        for organization in DemoCast.handsetOrganizations {
            let wish: JSONObject = [
                "id": .string(organization), "name": .string(organization.capitalized),
                "owner": .string(DemoCast.handsetUser),
            ]
            _ = try await DemoQuestion.ask("/api/organizations", port: port, token: operatorToken, body: wish)
        }
        _ = try await DemoQuestion.ask(
            "/api/organizations/\(DemoCast.handsetOrganizations[0])/members/\(DemoCast.stranger)", .put, port: port,
            token: operatorToken, body: ["role": "member"])
        return try await signIn(port: port)
    }

    private static func signIn(port: Int) async throws -> HandsetAccount {
        let installation: JSONObject = [
            "installation": "installation-of-carol", "platform": "ios", "name": .string(DemoCast.handset.name),
        ]
        let login: JSONObject = [
            "login": .string(DemoCast.handsetUser),
            "password": .string(DemoCast.password(of: DemoCast.handsetUser)), "device": .object(installation),
        ]
        let opened = try await DemoQuestion.ask("/api/auth/login", port: port, as: "", body: login)
        guard let access = opened["access_token"]?.string, let refresh = opened["refresh_token"]?.string,
            let device = opened["device"]?.object?["id"]?.string
        else { throw DemoQuestionError(description: "the exchange opened no session") }
        var credentials: [(organization: String, of: PhoneCredentials)] = []
        for organization in DemoCast.handsetOrganizations {
            let issued = try await DemoQuestion.ask(
                "/api/voip/credentials", port: port, token: access, body: ["organization_id": .string(organization)])
            credentials.append((organization, try phoneCredentials(issued, port: port)))
        }
        let session = AccountSession(
            address: "http://127.0.0.1:\(port)", access: Redacted(access), refresh: Redacted(refresh))
        return HandsetAccount(session: session, device: device, credentials: credentials)
    }

    private static func phoneCredentials(_ issued: JSONObject, port: Int) throws -> PhoneCredentials {
        guard let login = issued["sip_username"]?.string, let password = issued["sip_password"]?.string else {
            throw DemoQuestionError(description: "the exchange issued no credential")
        }
        return PhoneCredentials(
            address: "ws://127.0.0.1:\(port)/",
            proof: .password(login: Redacted(login), password: Redacted(password)))
    }
}
