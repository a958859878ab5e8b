// is refused: is only available in iOS 26.0 or newer
// Row P4 of found-by-trying.
import CallKit

func use(_ action: CXSetTranslatingCallAction) -> Bool { action.isTranslating }
