// is refused: 'CFString'
import Security

func named(_ service: String) -> [String: Any] { [kSecAttrService: service] }
