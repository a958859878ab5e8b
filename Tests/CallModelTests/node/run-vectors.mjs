// Runs the vectors against the JavaScript call machine: node run-vectors.mjs <call-model.js> <call-model.json>
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modulePath, vectorsPath] = process.argv.slice(2);
const model = await import(pathToFileURL(resolve(modulePath)).href);
const vectors = JSON.parse(await readFile(vectorsPath, "utf8"));

let checks = 0;
function same(actual, expected, what) {
  checks += 1;
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) {
    console.error(`${what}: ${left} instead of ${right}`);
    process.exit(1);
  }
}

function take(machine, name) {
  const released = name.match(/^released\((.*)\)$/);
  return released ? machine.handle("released", model.makeEnding(released[1])) : machine.handle(name);
}

// The shortest way to every state, found in the vectors, walked on the module.
const ways = new Map([[0, ["outbound", []]], [1, ["inbound", []]]]);
for (const [state, row] of vectors.outcomes.entries()) {
  for (const [column, outcome] of row.entries()) {
    if (typeof outcome === "string" || ways.has(outcome[0])) continue;
    const [direction, events] = ways.get(state);
    ways.set(outcome[0], [direction, [...events, vectors.events[column]]]);
  }
}
function machineAt(state) {
  const [direction, events] = ways.get(state);
  const machine = new model.CallMachine(direction);
  for (const event of events) take(machine, event);
  return machine;
}

same(ways.size, vectors.stateCount, "states reached");
same(model.states, vectors.states, "states");
for (const [state, row] of vectors.outcomes.entries()) {
  for (const [column, outcome] of row.entries()) {
    const name = vectors.events[column];
    const machine = machineAt(state);
    same(machine.state, vectors.states[state], `way to state ${state}`);
    const { refusal, effects } = take(machine, name);
    const refused = typeof outcome === "string";
    same(refusal, refused ? outcome : null, `${name} in state ${state}`);
    same(effects, refused ? [] : outcome.slice(1), `effects of ${name} in state ${state}`);
    same(machine.state, vectors.states[refused ? state : outcome[0]], `state after ${name} in state ${state}`);
    same(machine.ending?.reason ?? null, machine.state.reason, `ending after ${name} in state ${state}`);
  }
}
for (const [precedence, vector] of vectors.reasons.entries()) {
  same(vector.precedence, precedence, "precedence");
  same(model.endReasons[precedence], vector.reason, "reason");
  same(model.makeEnding(vector.reason), vector.ending, `ending of ${vector.reason}`);
}
for (const [left, row] of vectors.joins.entries()) {
  for (const [right, joined] of row.entries()) {
    const [a, b] = [vectors.endings[left], vectors.endings[right]];
    same(model.joinEndings(a, b), vectors.endings[joined], `join of endings ${left} and ${right}`);
  }
}
console.log(`ok: ${checks} checks, ${vectors.stateCount} states, ${vectors.eventCount} events`);
