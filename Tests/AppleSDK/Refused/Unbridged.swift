// is refused: cannot convert value of type '[String : Any]' to expected argument type 'CFDictionary'
import Security

func forget(_ query: [String: Any]) -> OSStatus { SecItemDelete(query) }
