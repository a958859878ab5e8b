import WireJSON

/// A story that phones play at the exchange's own gateway.
protocol GatewayStoryCall: StoryCall {
    var people: GatewayPhones { get }
}

extension GatewayStoryCall {
    func answer(_ phone: Int) { people.answer(phone) }
    func decline(_ phone: Int, isBusy: Bool) { people.decline(phone, isBusy: isBusy) }
    func lose(_ phone: Int) async { await people.lose(phone) }
    func callerHangsUp() { people.callerHangsUp() }
    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject { try await people.status(isSo) }
}
