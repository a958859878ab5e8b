import HouseCheck
import Testing

struct WaitsTests {
    private func lines(_ text: String, in path: String = "Tests/SDPTests/New.swift") -> [Int] {
        Waits.complaints(path: path, text: text).map(\.line)
    }

    @Test(arguments: [
        "try await Task.sleep(for: .seconds(1))", "usleep(20)", "Thread.sleep(forTimeInterval: 1)",
        "await Task.yield()",
        "for _ in 0..<20 { await Task.yield() }",
    ])
    func `a sleep and a yield are found`(line: String) {
        #expect(lines("func wait() async {\n    \(line)\n}\n") == [2])
    }

    @Test(arguments: [
        "while try await health() != 200 {}",
        "while !isDone { try Task.checkCancellation() }",
        "while true {\n    if try await phone.ask(.GET, path).status == 200 { return }\n}",
        "repeat {\n    reply = try await TestHTTP.ask(server, path)\n} while reply.status == 503",
        "while reply.status != 200 { reply = try await TestHTTP.ask(server, path) }",
        "while status != 200 {\n    #expect(status == 503)\n    status = try await ask(server, path)\n}",
        "for _ in 0..<100 {\n    if try await ask(server, path) == 200 { return }\n}",
        "for _ in 1...9 { if try await ask(server, path) == 200 { break } }",
        "while true {\n    if await isThere() { return }\n}",
        "for _ in 1...9 {\n    guard await isThere() else { continue }\n    return\n}",
        "for number in 0..<100 {\n    if try await isReady() { return }\n    note(number)\n}",
        "for round in stride(from: 0, to: 9, by: 2) {\n    if try await ask(server, round) == 200 { break }\n}",
    ])
    func `a loop that asks again and again is found where it begins`(loop: String) {
        #expect(lines(loop) == [1])
    }

    @Test(arguments: [
        "while let event = await events.next() { last = event }",
        "while try await bob.message()[name] != answer {}",
        "while true {\n    let seen = changes.count\n    if look() { return }\n    await changes.wait(after: seen)\n}",
        "while index < count { index += 1 }",
        "for _ in 1...3 { #expect(try await ask(server, path) == 200) }",
        "for path in paths {\n    if try await ask(server, path) == 503 { return }\n}",
        "for number in 1...9 {\n    group.addTask {\n        return try await ask(server, number)\n    }\n}",
        "// on purpose: each fills some of the room\nfor number in 1...9 { if try await ask(number) > 499 { return } }",
        "for _ in 0..<9 { if try await bob.message() == answer { break } }",
        "while true {\n    engine.tick()\n    // on purpose: time passes as fast as it can\n    await rest()\n}",
        "let text = \"Task.sleep\"  // while Task.yield() is asked",
    ])
    func `a loop over events, or over values, is let through`(loop: String) {
        #expect(lines(loop).isEmpty)
    }

    @Test func `a time limit is not a wait, and a deliberate wait states its reason`() {
        let limit = "try await Task.sleep(for: limit)\nthrow Missing()\n"
        #expect(lines(limit).isEmpty)
        let varied = "// on purpose: the moment is what the test varies\nTask.sleep(for: delay)\n"
        #expect(lines(varied).isEmpty)
        #expect(lines("// on purpose: \nTask.sleep(for: delay)\n") == [2], "no reason is given")
        #expect(lines("// It takes a while.\nTask.sleep(for: delay)\n") == [2])
    }

    @Test(arguments: [
        "while not path.exists():\n    pass",
        "while time.monotonic() < end:\n    if look():\n        return",
        "while True:\n    if ask(exchange, path)[name]:\n        break",
        "while True:\n    if await is_there():\n        return",
        "while True:\n    if loads(urlopen(page).read())[name]:\n        break",
        "while True:\n    if requests.get(page).ok:\n        return",
        "for _ in range(20):\n    if not telnyx.legs():\n        return",
        "for number in range(20):\n    if await is_there(number):\n        break",
    ])
    func `a loop of Python that asks again and again is found as well`(loop: String) {
        #expect(lines("def wait():\n    x = 1\n\(loop)\nx = 2\n", in: "Tests/Interop/new.py") == [3])
        #expect(lines(loop, in: "Tests/Interop/page/new.js").isEmpty)
    }

    @Test(arguments: [
        "while not found():\n    changes.wait(seen, 1)",
        "while True:\n    said = await phone.expect(name)\n    if said:\n        return said",
        "while cursor:\n    # on purpose: each answer is another page\n    cursor = ask(exchange, cursor)",
        "while left > 0:\n    left -= 1\n    await call()",
        "while len(waiting) > 3:\n    waiting.pop()",
        "for number in range(9):\n    ask(exchange, number)",
        "for path in paths:\n    if ask(exchange, path):\n        break",
    ])
    func `a loop of Python over events, or over values, is let through`(loop: String) {
        #expect(lines("\(loop)\nask(exchange)\n", in: "Tests/Interop/new.py").isEmpty)
    }

    @Test(arguments: [
        "while (!(await ask(path)).ok) {}", "for (;;) {\n  if (await page.isThere()) return;\n}",
        "do {\n  answer = await fetch(path);\n} while (!answer.ok);",
        "while (!found)\n  found = await ask(path);",
        "for (let count = 0; count < 9; count += 1) {\n  if (await ask(path)) break;\n}",
        "for (let count = 0; count < 9 && !found; count += 1) {\n  found = await ask(path);\n}",
    ])
    func `a loop of JavaScript that asks again and again is found as well`(loop: String) {
        #expect(lines("const x = 1;\n\(loop)\nconst y = 2;\n", in: "Tests/Interop/page/new.js") == [2])
    }

    @Test(arguments: [
        "while (!phone.isReady) await new Promise((resolve) => phone.waiting.push(resolve));",
        "while (!connected) await heard.next(\"clientReady\");",
        "for (let count = 0; count < 9; count += 1) {\n  await ask(count);\n}",
        "for (const path of paths) if (await ask(path)) break;",
        "while (paths.length > 0) {\n  const path = paths.pop();\n}",
        "while (!found) {\n  // on purpose: each answer is another page\n  found = await ask(path);\n}",
    ])
    func `a loop of JavaScript over events, or over values, is let through`(loop: String) {
        #expect(lines("\(loop)\nawait ask(path);\n", in: "Tests/Interop/page/new.js").isEmpty)
    }

    @Test func `a wait whose outcome is not looked at is a sleep`() {
        let path = "Tests/Interop/test_new.py"
        #expect(lines("self.is_over.wait(seconds)\nawait asyncio.wait([heard], timeout=2)\n", in: path) == [1, 2])
        let looked = "if is_heard.wait(10):\n    pass\nassert is_over.wait(9)\nawait is_up.wait()\nprocess.wait(5)\n"
        #expect(lines(looked, in: path).isEmpty)
        #expect(lines("# on purpose: the test varies how long a caller speaks\nis_over.wait(3)\n", in: path).isEmpty)
    }

    @Test func `a script's sleeps are found as well`() {
        let path = "Tests/Interop/test_new.py"
        #expect(lines("import time\ntime.sleep(1)\nawait asyncio.sleep(0.02)\n", in: path) == [2, 3])
        #expect(lines("# on purpose: the test is about a stall\ntime.sleep(1)  # asyncio.sleep(\n", in: path).isEmpty)
    }
}
