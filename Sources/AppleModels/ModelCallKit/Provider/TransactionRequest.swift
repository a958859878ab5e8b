internal import DeviceRuntime

/// A transaction a call controller asked for, until every action of it was handed over.
struct TransactionRequest {
    /// What the app made, in its order; what is handed over bears the same UUIDs.
    let actions: [CXAction]
    /// Told whether the transaction was accepted; nil once told.
    var completion: CallPart.Completion?
    let queue: CallbackQueue
    /// How many actions of it were handed over.
    var handedOver = 0
}
