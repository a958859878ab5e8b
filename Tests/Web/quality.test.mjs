import assert from "node:assert/strict";
import { test } from "node:test";
import { levelOf, opinionScore, QualityMeter } from "../../Sources/Web/media/quality.js";

test("the score of a call is that of the Swift side and of Telnyx", () => {
  const score = (...figures) => Number(opinionScore(...figures).toFixed(3));
  assert.equal(score(0, 0, 0), 4.409);
  assert.equal(score(20, 100, 0), 4.374);
  assert.equal(score(20, 100, 5), 2.874);
  assert.equal(score(0, 0, 100), 1);
  assert.equal(score(1_000, 2_000, 50), 1);
  assert.equal(opinionScore(Infinity, 0, 0), null);
  assert.equal(opinionScore(NaN, 0, 0), null);
});

test("a score in words", () => {
  assert.deepEqual([4.41, 4.2, 4.1, 3.9, 3.7, 3.5, 3.1, 3, 1, null].map(levelOf), [
    "excellent", "good", "good", "fair", "fair", "poor", "poor", "bad", "bad", "unknown",
  ]);
});

const report = (received, lost, more = {}) => [
  {
    id: "in", type: "inbound-rtp", kind: "audio", packetsReceived: received, packetsLost: lost, jitter: 0.012,
    codecId: "c", ...more,
  },
  { id: "c", type: "codec", mimeType: "audio/opus", clockRate: 48_000 },
  { id: "t", type: "transport", selectedCandidatePairId: "p" },
  {
    id: "p", type: "candidate-pair", nominated: true, state: "succeeded", currentRoundTripTime: 0.08,
    localCandidateId: "l",
  },
  { id: "l", type: "local-candidate", candidateType: "relay" },
];

test("losses count since the measurement before, not since the call began", () => {
  const meter = new QualityMeter();
  assert.equal(meter.measure(report(50, 50)).loss, 50);
  const quality = meter.measure(report(150, 50));
  assert.equal(quality.loss, 0);
  assert.equal(quality.jitter, 12);
  assert.equal(quality.roundTrip, 80);
  assert.equal(quality.codec, "opus");
  assert.equal(quality.route, "relay");
  assert.equal(quality.level, "excellent");
});

test("a value that was not measured is unknown, neither good nor bad", () => {
  const meter = new QualityMeter();
  assert.deepEqual(meter.measure([]), {
    mos: null, level: "unknown", jitter: null, roundTrip: null, loss: null, codec: null, route: null,
    gap: null, concealed: null,
  });
  meter.measure(report(100, 0));
  assert.equal(meter.measure(report(100, 0)).mos, null);
});

test("the time without a packet and the sound that concealment made are told", () => {
  const silent = { timestamp: 90_700, lastPacketReceivedTimestamp: 90_000, concealedSamples: 24_000 };
  const { gap, concealed } = new QualityMeter().measure(report(100, 0, silent));
  assert.deepEqual([gap, concealed], [700, 500]);
});

test("another stream counts anew", () => {
  const meter = new QualityMeter();
  meter.measure(report(1_000, 100));
  assert.equal(meter.measure(report(10, 0)).loss, 0);
});
