// Runs the vectors against the Kotlin call machine: java -cp ... RunVectorsKt <call-model.json>
import carillon.callmodel.*
import java.io.File
import kotlin.system.exitProcess

/** Reads the JSON of the vectors: objects as maps, arrays as lists, whole numbers as Int. */
class Reader(private val text: String) {
    private var at = 0

    fun value(): Any? {
        space()
        return when (text[at]) {
            '{' -> members()
            '[' -> elements()
            '"' -> string()
            'n' -> null.also { at += 4 }
            else -> number()
        }
    }

    private fun members(): Map<String, Any?> {
        val members = LinkedHashMap<String, Any?>()
        at += 1
        while (true) {
            space()
            if (text[at] == '}') { at += 1; return members }
            if (text[at] == ',') { at += 1; space() }
            val key = string()
            space()
            at += 1
            members[key] = value()
        }
    }

    private fun elements(): List<Any?> {
        val elements = ArrayList<Any?>()
        at += 1
        while (true) {
            space()
            if (text[at] == ']') { at += 1; return elements }
            if (text[at] == ',') at += 1
            elements.add(value())
        }
    }

    private fun string(): String {
        val end = text.indexOf('"', at + 1)
        val string = text.substring(at + 1, end)
        check('\\' !in string) { "the vectors have no escapes" }
        at = end + 1
        return string
    }

    private fun number(): Int {
        val start = at
        while (text[at] == '-' || text[at].isDigit()) at += 1
        return text.substring(start, at).toInt()
    }

    private fun space() {
        while (text[at].isWhitespace()) at += 1
    }
}

var checks = 0

fun same(actual: Any?, expected: Any?, what: String) {
    checks += 1
    if (actual != expected) {
        System.err.println("$what: $actual instead of $expected")
        exitProcess(1)
    }
}

@Suppress("UNCHECKED_CAST")
fun Any?.list() = this as List<Any?>

@Suppress("UNCHECKED_CAST")
fun Any?.map() = this as Map<String, Any?>

fun take(machine: CallMachine, name: String): Outcome =
    if (name.startsWith("released(")) machine.release(Ending(EndReason.of(name.drop(9).dropLast(1))))
    else machine.handle(CallEvent.of(name))

fun described(state: CallState): Map<String, Any?> = mapOf(
    "direction" to state.direction.wire, "progress" to state.progress.wire, "reason" to state.reason?.wire,
    "hold" to state.hold.wire, "remoteHold" to state.remoteHold.wire, "link" to state.link.wire,
    "names" to mapOf(
        "canonical" to state.canonical.wire, "telnyxIOS" to state.telnyxIOS.wire,
        "telnyxAndroid" to state.telnyxAndroid.wire, "web" to state.web?.wire, "z360IOS" to state.z360IOS.wire,
        "pajama" to state.pajama.wire
    )
)

fun ending(vector: Map<String, Any?>) = Ending(
    EndReason.of(vector["reason"] as String), vector["causeCode"] as Int, vector["sipCode"] as Int?,
    vector["sipReason"] as String?
)

fun main(arguments: Array<String>) {
    val vectors = Reader(File(arguments[0]).readText()).value().map()
    val events = vectors["events"].list().map { it as String }
    val states = vectors["states"].list()
    val outcomes = vectors["outcomes"].list().map { it.list() }

    // The shortest way to every state, found in the vectors, walked on the machine.
    val ways = hashMapOf(
        0 to Pair(CallDirection.OUTBOUND, emptyList<String>()), 1 to Pair(CallDirection.INBOUND, emptyList())
    )
    outcomes.forEachIndexed { state, row ->
        row.forEachIndexed { column, outcome ->
            if (outcome is List<*> && outcome[0] !in ways.keys) {
                val (direction, before) = ways.getValue(state)
                ways[outcome[0] as Int] = Pair(direction, before + events[column])
            }
        }
    }
    same(ways.size, vectors["stateCount"], "states reached")
    same(CallMachine.states.size, states.size, "states")

    outcomes.forEachIndexed { state, row ->
        row.forEachIndexed { column, outcome ->
            val (direction, before) = ways.getValue(state)
            val machine = CallMachine(direction)
            for (event in before) take(machine, event)
            same(described(machine.state), states[state], "way to state $state")
            val result = take(machine, events[column])
            val what = "${events[column]} in state $state"
            same(result.refusal?.wire, outcome as? String, what)
            val moved = outcome as? List<*>
            same(result.effects, moved?.drop(1) ?: emptyList<String>(), "effects of $what")
            same(described(machine.state), states[moved?.get(0) as Int? ?: state], "state after $what")
            same(machine.ending?.reason, machine.state.reason, "ending after $what")
        }
    }
    vectors["reasons"].list().forEachIndexed { index, vector ->
        same(EndReason.values()[index].wire, vector.map()["reason"], "reason $index")
        same(Ending(EndReason.values()[index]), ending(vector.map()["ending"].map()), "ending of reason $index")
    }
    val endings = vectors["endings"].list().map { ending(it.map()) }
    vectors["endings"].list().forEachIndexed { index, vector ->
        same(endings[index].cause, vector.map()["cause"], "cause of ending $index")
    }
    vectors["joins"].list().forEachIndexed { left, row ->
        row.list().forEachIndexed { right, joined ->
            same(endings[left].joined(endings[right]), endings[joined as Int], "join of endings $left and $right")
        }
    }
    println("ok: $checks checks, ${states.size} states, ${events.size} events")
}
