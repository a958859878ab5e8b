import ExchangeServer
import NIOCore
import Testing

struct SignatureTests {
    private let signature = BroadcastSignature(BroadcastScene.app)

    // Source: Pusher Channels, “Authorizing users”; the second recomputed, as the published page is out of date there.
    @Test(arguments: [
        ("1234.1234:private-foobar", "58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"),
        (
            #"1234.1234:presence-foobar:{"user_id":10,"user_info":{"name":"Mr. Channels"}}"#,
            "31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80"
        ),
    ])
    func `channels are signed as Pusher signs them`(signed: String, expected: String) {
        #expect(signature.text(of: signed) == expected)
        #expect(signature.matches(auth: "278d425bdf160c739803:\(expected)", of: signed))
        #expect(!signature.matches(auth: "other:\(expected)", of: signed))
        let other = expected.hasSuffix("0") ? "1" : "0"
        #expect(!signature.matches(auth: "278d425bdf160c739803:\(expected.dropLast())\(other)", of: signed))
        #expect(!signature.matches(auth: expected, of: signed))
        #expect(!signature.matches(auth: nil, of: signed))
    }

    @Test func `a request is signed as Pusher's documentation shows`() throws {
        let body = #"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#
        #expect(RequestSignatureCheck.digest(of: ByteBuffer(string: body)) == "ec365a775a4cd0599faeb73354201b6f")
        let query = try #require(
            RequestQuery(
                uri: "/apps/3/events?body_md5=ec365a775a4cd0599faeb73354201b6f&auth_version=1.0"
                    + "&auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_signature=none"))
        #expect(
            signature.text(of: "POST\n\(query.path)\n\(query.signedText)")
                == "da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c")
    }

    @Test func `a query is signed decoded, its names in lower case and in order`() {
        let query = RequestQuery(uri: "/a?Info=a%2Cb+c&auth_key=k&auth_signature=s")
        #expect(query?.signedText == "auth_key=k&info=a,b c")
        #expect(RequestQuery(uri: "/a?x=%4") == nil)
        #expect(RequestQuery(uri: "/a")?.signedText == "")
    }
}
