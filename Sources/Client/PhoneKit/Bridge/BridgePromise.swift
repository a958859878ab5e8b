import PhoneCore
import WireJSON

/// What a page waits for. It is settled once; whatever comes after is let go.
@MainActor
final class BridgePromise {
    private var settle: (@MainActor (Result<JSONObject, BridgeError>) -> Void)?

    init(_ settle: @escaping @MainActor (Result<JSONObject, BridgeError>) -> Void) {
        self.settle = settle
    }

    func resolve(_ answer: BridgeAnswer) { finish(.success(answer.json)) }

    func reject(_ error: BridgeError) { finish(.failure(error)) }

    /// Done, unless something was in the way.
    func settle(_ error: BridgeError?) { error.map(reject) ?? resolve(.done) }

    private func finish(_ result: Result<JSONObject, BridgeError>) {
        let settle = settle
        self.settle = nil
        settle?(result)
    }
}
