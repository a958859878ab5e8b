import CallModel
import WireJSON

/// A call that rings both of alice's phones, whatever carries it.
protocol StoryCall: Sendable {
    func answer(_ phone: Int) async throws
    func decline(_ phone: Int, isBusy: Bool) async throws
    /// The phone is gone, without a word.
    func lose(_ phone: Int) async throws
    func callerHangsUp() async throws
    /// No person acts for as long as a call may ring.
    func ringsOut() async throws
    /// What the exchange says of the call, as soon as it is so.
    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject
    /// What the call came to for each phone, as far as it has.
    func reasons(_ status: JSONObject) -> [EndReason?]
}

extension StoryCall {
    func stands() async throws { _ = try await status { $0["state"]?.string == "active" } }

    /// The outcomes in the end: of the call, then of each phone.
    func end() async throws -> [EndReason?] {
        let status = try await status { $0["state"]?.string == "ended" }
        let whole = status["ending"]?.object?["reason"]?.string
        return [whole.flatMap { EndReason(rawValue: $0) }] + reasons(status)
    }
}
