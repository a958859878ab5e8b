import DeviceModel
import Lab
import Scenarios
import Testing
import WireJSON

@Suite("Requests of the Lab's page")
struct LabRequestTests {
    private static func read(_ text: String) throws -> LabRequest {
        try LabRequestReader.read(try JSONParser.parse(text: text))
    }

    private static func complaint(_ text: String) -> String {
        do { return "read as \(try read(text))" } catch { return "\(error)" }
    }

    @Test("An act of a phone's person")
    func acts() throws {
        #expect(
            try Self.read(#"{"id":1,"do":"answer","phone":"bob-iphone"}"#)
                == .person(.tap(.answer, nil), phone: "bob-iphone"))
        #expect(
            try Self.read(#"{"id":1,"do":"digits","phone":"bob-iphone","digits":"15#"}"#)
                == .person(.tap(.digits("15#"), nil), phone: "bob-iphone"))
        #expect(
            try Self.read(#"{"id":1,"do":"dial","phone":"bob-iphone","number":"+15550177"}"#)
                == .person(.dial("+15550177"), phone: "bob-iphone"))
        #expect(
            try Self.read(#"{"id":1,"do":"transfer","phone":"bob-iphone","user":"carol"}"#)
                == .person(.transfer("carol", nil), phone: "bob-iphone"))
    }

    @Test("What happens to a phone")
    func faults() throws {
        #expect(
            try Self.read(#"{"id":1,"do":"cut","phone":"p"}"#) == .fault(.cut(.seconds(5)), phone: "p"))
        #expect(
            try Self.read(#"{"id":1,"do":"network","phone":"p","to":"cellular"}"#)
                == .fault(.network(.cellular), phone: "p"))
        #expect(
            try Self.read(#"{"id":1,"do":"pushes","phone":"p","how":"late","seconds":2.5}"#)
                == .fault(.pushes(.late(.milliseconds(2_500))), phone: "p"))
    }

    @Test("Ranges by number and by time")
    func ranges() throws {
        #expect(try Self.read(#"{"id":1,"do":"range","from":500,"count":20}"#) == .range(.row(500), count: 20))
        #expect(
            try Self.read(#"{"id":1,"do":"range","at":12.5,"count":20}"#)
                == .range(.time(.microseconds(12_500)), count: 20))
    }

    @Test(
        "A refused request names its fault",
        arguments: [
            (#"{"do":"answer","phone":"p"}"#, "“id”"), (#"{"id":1,"phone":"p"}"#, "“do”"),
            (#"{"id":1,"do":"explode"}"#, "“explode”"), (#"{"id":1,"do":"answer"}"#, "“phone”"),
            (#"{"id":1,"do":"digits","phone":"p","digits":"12a"}"#, "12a"),
            (#"{"id":1,"do":"network","phone":"p","to":"5G"}"#, "“wifi”, “otherWifi”, “cellular”, “none”; it is “5G”"),
            (#"{"id":1,"do":"cut","phone":"p","seconds":61}"#, "1.0 to 60.0"),
            (#"{"id":1,"do":"story","name":"x","speed":0}"#, "0.25 to 8.0"),
            (#"{"id":1,"do":"transfer","phone":"p"}"#, "“user”"),
            (#"{"id":1,"do":"range","from":0,"count":2001}"#, "1 to 2000"),
            (#"{"id":1,"do":"addPhone","profile":"ios3"}"#, "ios26.4"),
            (#"{"id":1,"do":"partyCalls","number":"Anna","to":"+15550100"}"#, "“number”"), ("[1]", "object"),
        ])
    func complaints(text: String, part: String) {
        #expect(Self.complaint(text).contains(part))
    }

    @Test("Every command that is listed is known to the reader", arguments: LabRequestReader.commands)
    func everyCommand(name: String) {
        #expect(!Self.complaint(#"{"id":1,"do":"\#(name)"}"#).contains("There is no command"))
    }
}
