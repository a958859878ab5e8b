// What a test of video puts into a page of its own: a phone made of the package, and ways to wait for what its snapshot
// says and for a picture that is shown.

/** Milliseconds that anything may take: a machine that is busy with other tests is slow. */
const LIMIT = 120_000;
/** Every peer connection of the page, whose sections say why no picture is shown. */
const connections = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...given) {
    super(...given);
    connections.push(this);
  }
};

/** The sections for video of the newest connection, and what came in and went out by them. */
async function sections() {
  const connection = connections.at(-1);
  const counted = ["mid", "packetsReceived", "framesReceived", "framesDecoded", "keyFramesDecoded", "pliCount",
    "packetsSent", "framesEncoded"];
  const flows = [...(await connection.getStats()).values()].filter(({ type, kind }) => kind === "video"
    && /^(in|out)bound-rtp$/.test(type)).map((flow) => Object.fromEntries(["type", ...counted]
    .filter((name) => flow[name] !== undefined).map((name) => [name, flow[name]])));
  const places = connection.getTransceivers().map(({ mid, direction, currentDirection, sender, receiver }) =>
    ({ mid, direction, currentDirection, sends: sender.track?.readyState, takes: receiver.track.id }));
  return JSON.stringify({ state: connection.signalingState, places, flows });
}

window.testVideo = {
  async start(url, login, password) {
    const { createWebPhone } = await import("/web/index.js");
    const small = { width: 320, height: 240, frameRate: 10 };
    window.phone = createWebPhone({ url, credentials: { login, password }, video: small });
    addEventListener("pagehide", () => phone.close());
    await phone.connect();
  },

  /** Resolves with what a look at the only call gives, as soon as it gives something. */
  until(look) {
    return this.limited(String(look), (resolve) => {
      const leave = phone.subscribe(() => see());
      const see = () => {
        const found = phone.getSnapshot().calls.map(look)[0];
        if (!found) return;
        leave();
        resolve(found);
      };
      see();
    });
  },

  /** A wait that fails with what the phone says when it takes longer than anything may on a busy machine. */
  limited(what, wait, shown = () => "") {
    return new Promise((resolve, reject) => {
      // on purpose: the limit of the wait, which fails the test
      const timer = setTimeout(async () => {
        const says = JSON.stringify(phone.getSnapshot().calls.map(({ state, ...call }) => call));
        const media = await sections();
        reject(new Error(`not within the limit: ${what}${shown()}; the phone says: ${says}; its media: ${media}`));
      }, LIMIT);
      wait((value) => {
        clearTimeout(timer);
        resolve(value);
      });
    });
  },

  /**
   * Resolves with the width of the next frame that is shown of the other side, or of the own camera.
   * whose: "remote" or "local"
   */
  frame(whose) {
    const { id } = phone.getSnapshot().calls[0];
    const element = document.getElementById(whose) ?? Object.assign(document.createElement("video"), { id: whose });
    const stream = whose === "remote" ? phone.remoteVideo(id) : phone.localVideo();
    Object.assign(element, { muted: true, autoplay: true, playsInline: true });
    if (element.srcObject !== stream) element.srcObject = stream;
    document.body.append(element);
    const shown = () => ` (the page is ${document.visibilityState}, the element ${element.readyState} of 4, paused: ${
      element.paused}, tracks: ${stream.getTracks().map(({ id, readyState, muted }) =>
      `${id} ${readyState}, muted: ${muted}`)})`;
    return this.limited(`a frame, ${whose}`, (resolve) =>
      element.requestVideoFrameCallback((_now, { width }) => resolve(width)), shown);
  },
};
