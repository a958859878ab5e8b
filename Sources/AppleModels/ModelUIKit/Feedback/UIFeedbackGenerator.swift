internal import DeviceRuntime
public import Foundation

/// What lets the phone be felt.
///
/// Source: developer.apple.com/documentation/uikit/uifeedbackgenerator.
@MainActor
open class UIFeedbackGenerator: NSObject {
    let process: ProcessHandle?

    /// A generator of an app that runs, or ran, in that process.
    init(_ process: ProcessHandle?) {
        self.process = process
    }

    /// Makes ready, so that the next comes without delay.
    open func prepare() {
        process?.record("UIFeedbackGenerator")
    }
}
