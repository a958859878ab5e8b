import DeviceModel
import DeviceRuntime
import Foundation
import Testing

@Suite struct CallNameTests {
    @Test func `the name of a call is the same sixteen bytes on both sides`() throws {
        let uuid = try #require(UUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0F10"))
        let name = SystemCallID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
        #expect(SystemCallID(uuid) == name)
        #expect(name.uuid == uuid)
    }
}
