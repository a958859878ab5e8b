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

/// Lets the phone be felt.
///
/// Source: developer.apple.com/documentation/uikit/uiimpactfeedbackgenerator.
@MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How it feels.
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    private let style: FeedbackStyle

    /// A generator of a style.
    public init(style: FeedbackStyle) {
        self.style = style
        super.init(.recording("UIImpactFeedbackGenerator"))
    }

    /// Lets the phone be felt once.
    open func impactOccurred() {
        process?.record("UIImpactFeedbackGenerator")
        guard let process, process.isAlive else { return }
        process.kernel.note("the phone is felt: \(style)")
    }
}
