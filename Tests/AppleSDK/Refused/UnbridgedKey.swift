// is refused: cannot convert value of type 'CFString' to expected dictionary key type 'String'
import Security

func named(_ service: String) -> [String: Any] { [kSecAttrService: service] }
