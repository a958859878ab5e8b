import Carillon
import Testing

@Suite struct PageOriginsTests {
    @Test(arguments: [
        nil, "http://localhost", "http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]", "https://[::1]:8443",
        "http://app.example",
    ])
    func `a page of this machine, one that is named and a program get a socket`(origin: String?) {
        #expect(PageOrigins(["http://app.example"]).admits(origin))
    }

    @Test(arguments: [
        "null", "", "http://app.example", "http://localhost.evil.example", "http://evil.example/localhost",
        "http://127.0.0.1.evil.example:80", "http://[::2]:80",
    ])
    func `a website that happens to be open in a browser here gets none`(origin: String) {
        #expect(!PageOrigins().admits(origin))
        #expect(!PageOrigins(["http://app.example:8080"]).admits(origin))
    }
}
