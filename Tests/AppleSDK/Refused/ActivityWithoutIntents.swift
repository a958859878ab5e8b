// is refused: value of type 'NSUserActivity' has no member 'interaction'
import UIKit

func isCall(_ activity: NSUserActivity) -> Bool { activity.interaction != nil }
