import Carillon
import Testing

struct UsageTextTests {
    @Test func `a line of usage breaks between options, never within one, and goes on under its first word`() {
        let usage = "Usage: carillon phone --server <server> [--header <name=value> ...] [--answer]"
        #expect(
            UsageText.wrapped(usage, to: 50) == """
                Usage: carillon phone --server <server>
                       [--header <name=value> ...] [--answer]
                """)
    }

    @Test func `usage that fits stays as it is, and so does other text`() {
        #expect(UsageText.wrapped("USAGE: carillon demo [--json]", to: 80) == "USAGE: carillon demo [--json]")
        let prose = String(repeating: "word ", count: 40)
        #expect(UsageText.wrapped(prose, to: 80) == prose)
    }

    @Test func `an option wider than the terminal stands alone and whole`() {
        #expect(
            UsageText.wrapped("Usage: x [--a <very-long-value>] [-b]", to: 12)
                == "Usage: x\n       [--a <very-long-value>]\n       [-b]")
    }
}
