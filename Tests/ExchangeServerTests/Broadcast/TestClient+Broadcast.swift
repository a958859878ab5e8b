import Testing
import WireJSON

extension TestClient {
    /// The data of the next message, which must be an event of that name.
    func event(_ name: String) async throws -> JSONObject {
        let message = try await message()
        guard message["event"]?.string == name, let text = message["data"]?.string,
            let data = try JSONParser.parse(text: text).object
        else { throw TestFailure(description: "\(name) was awaited, not \(message.jsonText)") }
        return data
    }

    /// The code of the next message, which must be an error.
    func errorCode() async throws -> Int64? { try await event("pusher:error")["code"]?.integer }
}
