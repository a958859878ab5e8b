import Foundation
import WireJSON

/// Carol's account at the exchange, as it is before she signs in on her iPhone, and what it shows of that afterwards.
enum HandsetAccount {
    /// Makes two organisations, with carol in both and dave in the first.
    static func prepare(at exchange: DemoExchange) async throws {
        for organization in DemoCast.handsetOrganizations {
            let wish: JSONObject = [
                "id": .string(organization), "name": .string(organization.capitalized),
                "owner": .string(DemoCast.handsetUser),
            ]
            _ = try await exchange.ask("/api/organizations", body: wish)
        }
        _ = try await exchange.ask(
            "/api/organizations/\(DemoCast.handsetOrganizations[0])/members/\(DemoCast.stranger)", .put,
            body: ["role": "member"])
    }

    /// The exchange's name of the iPhone, once it has signed in.
    static func device(port: Int) async throws -> String? {
        let answer = try await DemoQuestion.ask(
            "/api/devices", port: port, as: DemoQuestion.basic(DemoCast.handsetUser))
        return answer["devices"]?.array?.first?.object?["id"]?.string
    }
}
