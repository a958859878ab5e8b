import PhoneCore
import PhoneKit
import PhoneSignaling

/// Passes the measured quality of a phone's calls to the bridge, and to a watcher outside the phone.
@MainActor
final class QualityTee: QualityObserver {
    weak var bridge: PhoneBridge?
    var tells: (@MainActor (QualityReport) -> Void)?

    func didMeasure(_ report: QualityReport, on line: LineID) {
        bridge?.didMeasure(report, on: line)
        tells?(report)
    }
}
