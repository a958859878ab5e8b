import UIKit

/// The device's own taps.
@MainActor
package final class Haptics: HapticPort {
    private lazy var generator = UIImpactFeedbackGenerator(style: .light)

    package init() {}

    package func tap() {
        generator.impactOccurred()
    }
}
