public import PhoneCore
import Redaction
public import WireJSON

/// What the page asks.
extension PhoneBridge {
    /// Takes a call of the page.
    ///
    /// - Parameters:
    ///   - method: one of ``BridgeMethod``.
    ///   - settle: told exactly once: the answer, or why there is none.
    public func call(
        _ method: String, _ options: JSONObject,
        settle: @escaping @MainActor (Result<JSONObject, BridgeError>) -> Void
    ) {
        let promise = BridgePromise(settle)
        do throws(BridgeError) {
            take(try BridgeRequest(method: method, options: options), promise)
        } catch {
            promise.reject(error)
        }
    }

    private func take(_ request: BridgeRequest, _ promise: BridgePromise) {
        tellFound()
        switch teller.wish(for: request, spare: CallUUID(names.freshName())) {
        case .phone(let wish): ask(wish, request, promise)
        case .refused(let refusal): promise.reject(BridgeError(.refused, refusal.rawValue))
        case .other: takeOther(request, promise)
        }
    }

    private func ask(_ wish: UserRequest, _ request: BridgeRequest, _ promise: BridgePromise) {
        guard let shell else { return promise.reject(BridgeError(.refused, PhoneRefusal.notNow.rawValue)) }
        shell.request(wish) { [weak self] outcome in
            switch outcome {
            case .refused(let refusal): promise.reject(BridgeError(.refused, refusal.rawValue))
            case .accepted(let call):
                promise.resolve(BridgeAnswer(to: wish, request, call))
                self?.noteDigits(wish)
            }
        }
    }

    /// The phone publishes no digits: it does not keep them.
    private func noteDigits(_ wish: UserRequest) {
        guard case .digits(let call, let digits) = wish else { return }
        tell(.digitsSent(call, count: Int64(digits.revealed.count)))
    }
}

extension BridgeAnswer {
    /// What an accepted wish is answered with.
    fileprivate init(to wish: UserRequest, _ request: BridgeRequest, _ call: CallUUID?) {
        switch (request, wish) {
        case (.toggleMute, .mute(_, let isOn)), (.toggleHold, .hold(_, let isOn)), (.toggleSpeaker, .speaker(let isOn)):
            self = .toggled(isOn)
        case (_, .dial(_)), (_, .answer(_, _)): self = call.map(BridgeAnswer.call) ?? .done
        default: self = .done
        }
    }
}
