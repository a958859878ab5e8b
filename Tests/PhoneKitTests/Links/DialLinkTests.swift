import CallModel
import PhoneCore
import PhoneKit
import Redaction
import Testing

@Suite struct DialLinkTests {
    @Test(arguments: [
        ("tel:+4930123456", "+4930123456"), ("TEL:030-123%20456", "030-123 456"),
        ("tel:+4930123456;ext=12", "+4930123456"),
        ("tel://+4930123456", "+4930123456"), ("callto:+4930123456", "+4930123456"),
        ("carillon:call/+4930123456", "+4930123456"), ("Carillon://call/030123", "030123"),
        ("carillon://call?number=%2B4930123456", "+4930123456"), ("tel:*31%23123", "*31#123"),
        ("carillon:call/anna", "anna"), ("carillon://call?number=anna", "anna"),
        ("sip:anna@example.com", "sip:anna@example.com"),
        ("SIP:anna@example.com;transport=tcp", "sip:anna@example.com"),
    ])
    func `links that ask for a call`(link: String, number: String) {
        #expect(DialLink(link, scheme: "carillon") == DialLink(Redacted(number)))
    }

    @Test func `a link of the app's own says organization and name too`() {
        let link = DialLink("carillon://call?number=030123&organization=acme&name=Anna%20B&other=1", scheme: "carillon")
        #expect(link == DialLink("030123", organization: OrganizationID("acme"), name: "Anna B"))
        let long = "carillon://call?number=030123&name=" + String(repeating: "x", count: 500)
        #expect(DialLink(long, scheme: "carillon")?.name?.revealed.count == DialLink.nameLengthMax)
    }

    @Test(arguments: [
        "", ":", "tel", "tel:", "tel:;ext=1", "tel:%zz", "tel:abc", "callto:anna", "mailto:anna@example.com",
        "sip:anna", "sip:@example.com",
        "https://example.com/call/030123", "carillon:", "carillon://call", "carillon://call?name=Anna",
        "carillon://call?number=", "carillon://calls?number=030123", "carillon://settings", "carillon:call/",
        "tel:" + String(repeating: "1", count: 100), "carillon:call/" + String(repeating: "1", count: 4_000),
    ])
    func `links that do not`(link: String) {
        #expect(DialLink(link, scheme: "carillon") == nil)
    }

    @Test func `a link shows no number when it is printed`() throws {
        let link = try #require(DialLink("carillon://call?number=030123&name=Anna", scheme: "carillon"))
        #expect(!"\(link)".contains("030123"))
        #expect(!"\(link)".contains("Anna"))
    }
}
