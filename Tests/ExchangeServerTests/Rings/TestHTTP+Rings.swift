import ExchangeServer
import Foundation

extension TestHTTP {
    static func basic(_ login: String, _ password: String) -> String {
        "Basic " + Data("\(login):\(password)".utf8).base64EncodedString()
    }
}
