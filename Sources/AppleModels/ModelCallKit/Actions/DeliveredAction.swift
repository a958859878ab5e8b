internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// What ties an action handed to a delegate to the system that waits for it.
struct DeliveredAction {
    enum Outcome {
        case fulfilled, failed
    }

    let uuid: UUID
    let timeoutDate: Date
    let process: ProcessHandle
    let id: ActionID

    func complete(_ outcome: Outcome) {
        switch outcome {
        case .fulfilled: process.send(.calls(.fulfill(id)))
        case .failed: process.send(.calls(.fail(id)))
        }
    }

    /// C43: the time-out stands when the action is made, by its class.
    static func timeoutDateOfNewAction(of type: CXAction.Type) -> Date {
        guard let kernel = ProcessHandle.current?.kernel else { return .distantFuture }
        let policy = kernel.look { $0.policy.actions }
        let timeOut =
            if type is CXStartCallAction.Type {
                policy.startTimeOut
            } else if type is CXAnswerCallAction.Type {
                policy.answerTimeOut
            } else {
                policy.otherTimeOut
            }
        return kernel.date(at: kernel.now + timeOut)
    }
}
