internal import AVFAudio
internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

extension CallPart {
    func receive(_ callback: AppCallback) async {
        guard case .calls(let callback) = callback else { return }
        switch callback {
        case .didBegin(let provider): await notify(provider) { $1.providerDidBegin($0) }
        case .didReset(let provider):
            withdrawAll()
            await notify(provider) { $1.providerDidReset($0) }
        case .perform(let action, let provider, let timeOut): await perform(action, provider, timeOut)
        case .timedOut(let action, let provider): await timeOut(action, provider)
        case .didActivate(let provider): await notify(provider) { $1.provider($0, didActivate: .sharedInstance()) }
        case .didDeactivate(let provider): await notify(provider) { $1.provider($0, didDeactivate: .sharedInstance()) }
        case .reportCompleted(let report, let refusal, let queue): await complete(report, refusal, queue)
        case .requestCompleted(let request, let refusal): await complete(request, refusal)
        case .callChanged(let call): await notifyObservers(call)
        }
    }

    /// Calls a provider's delegate on its queue. Without a delegate nothing happens.
    private func notify(
        _ id: ProviderID, _ call: @escaping @Sendable (CXProvider, any CXProviderDelegate) -> Void
    ) async {
        guard let queue = provider(id)?.delegateQueue else { return }
        await queue.run(as: process) { [self] in
            guard let provider = provider(id) else { return }
            guard let delegate = provider.delegate else {
                send(.loseDelegate(id))
                return
            }
            call(provider, delegate)
        }
    }

    private func perform(_ action: DeviceCallAction, _ id: ProviderID, _ timeOut: Duration) async {
        let dueDate = process.kernel.date(at: process.kernel.now + timeOut)
        await notify(id) { [self] provider, delegate in
            let requested = nextRequested(action)
            let delivered = ActionCompletion(
                uuid: requested?.uuid ?? process.kernel.newUUID(), timeoutDate: requested?.timeoutDate ?? dueDate,
                process: process, id: action.id)
            let texts = process.kernel.texts { $0 }
            let object = action.object(delivered, asRequested: requested, texts: texts)
            let transaction = CXTransaction(action: object)
            keep(object, action.id, in: transaction, of: id)
            guard !delegate.provider(provider, execute: transaction) else { return }
            if !OptionalMethodDetector.implements({ object.perform(on: delegate, of: provider) }) {
                send(.cannotPerform(action.id))
            }
        }
    }

    private func timeOut(_ id: ActionID, _ provider: ProviderID) async {
        await notify(provider) { [self] provider, delegate in
            guard let action = removePending(id) else { return }
            delegate.provider(provider, timedOutPerforming: action)
            action.withdraw()
        }
        send(.timeOutHandled(id))
    }

    /// The app's own action that this one comes from, in the order of its request.
    private func nextRequested(_ action: DeviceCallAction) -> CXAction? {
        guard let id = action.request else { return nil }
        return lock.withLock {
            guard var request = requests[id] else { return nil }
            let uuid = action.call.uuid
            let found = request.actions.dropFirst(request.handedOver)
                .first { ($0 as? CXCallAction)?.callUUID == uuid }
            request.handedOver += 1
            let isOver = request.completion == nil && request.handedOver >= request.actions.count
            requests[id] = isOver ? nil : request
            return found
        }
    }

    private func complete(_ id: ReportID, _ refusal: IncomingRefusal?, _ queue: CompletionQueue) async {
        guard let report = removeReport(id) else { return }
        let target =
            switch queue {
            case .delegateQueue: report.queue
            case .privateSerial: CallbackQueue.frameworkOwn
            }
        await target.run(as: process) { report.completion.give(refusal?.error) }
    }

    private func complete(_ id: TransactionRequestID, _ refusal: RequestRefusal?) async {
        let waiting = lock.withLock { () -> TransactionRequest? in
            let waiting = requests[id]
            let isOver = refusal != nil || waiting.map { $0.handedOver >= $0.actions.count } ?? true
            requests[id]?.completion = nil
            if isOver { requests[id] = nil }
            return waiting
        }
        guard let waiting, let completion = waiting.completion else { return }
        await waiting.queue.run(as: process) { completion.give(refusal?.error) }
    }

    private func notifyObservers(_ call: ObservedCall) async {
        let watching = lock.withLock { observers.compactMap { $0.observer?.delegateQueue } }
        for (index, queue) in watching.enumerated() {
            await queue.run(as: process) { [self] in
                let observer = lock.withLock { observers.compactMap(\.observer).dropFirst(index).first }
                observer?.notify(CXCall(call))
            }
        }
    }
}

extension CXAction {
    /// Calls the delegate's method for this kind of action.
    fileprivate func perform(on delegate: any CXProviderDelegate, of provider: CXProvider) {
        switch self {
        case let action as CXStartCallAction: delegate.provider(provider, perform: action)
        case let action as CXAnswerCallAction: delegate.provider(provider, perform: action)
        case let action as CXEndCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetHeldCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetMutedCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetGroupCallAction: delegate.provider(provider, perform: action)
        case let action as CXPlayDTMFCallAction: delegate.provider(provider, perform: action)
        default: OptionalMethodDetector.missed()
        }
    }
}
