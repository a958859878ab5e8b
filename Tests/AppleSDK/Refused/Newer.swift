// is refused: is only available in iOS 26.0 or newer
import CallKit

func use(_ action: CXSetTranslatingCallAction) -> Bool { action.isTranslating }
