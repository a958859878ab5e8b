// is refused: was deprecated in iOS 13.0
import PushKit

func type() -> PKPushType { .complication }
