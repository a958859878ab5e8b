// is refused: may have additional unknown values
import CallKit

func word(_ reason: CXCallEndedReason) -> String {
    switch reason {
    case .failed: "failed"
    case .remoteEnded: "remote"
    case .unanswered: "unanswered"
    case .answeredElsewhere: "answered"
    case .declinedElsewhere: "declined"
    }
}
