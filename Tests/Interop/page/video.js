// What a test of video puts into a page of its own: a phone made of the package, and ways to wait for what its snapshot
// says and for a picture that is shown.

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
      const timer = setTimeout(() => {
        const says = JSON.stringify(phone.getSnapshot().calls.map(({ state, ...call }) => call));
        reject(new Error(`not within the limit: ${what}${shown()}; the phone says: ${says}`));
      }, 120_000);
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
      element.paused}, tracks: ${stream.getTracks().map((track) => `${track.readyState}, muted: ${track.muted}`)})`;
    return this.limited(`a frame, ${whose}`, (resolve) =>
      element.requestVideoFrameCallback((_now, { width }) => resolve(width)), shown);
  },
};
