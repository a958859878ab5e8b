import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { filesOf, modules, pages, root, text } from "./phone-files.mjs";

const manifest = JSON.parse(await readFile(new URL("package.json", root), "utf8"));

const hasBundler = spawnSync("esbuild", ["--version"]).status === 0;
// `make test` installs it, so there it must be.
const skip = hasBundler || process.env.CARILLON_TEST_LOGS ? false : "install esbuild (Debian), or let `make deps-test` do so";

/** The compressed bytes of a file as an app ships it: joined with all that it imports, and minified. */
function shippedSize(entry) {
  const made = execFileSync("esbuild", [fileURLToPath(new URL(entry, root)), "--bundle", "--minify", "--format=esm"]);
  return gzipSync(made, { level: 9 }).length;
}

test("all that an app ships is at most 40,000 bytes, minified and compressed", { skip }, () => {
  const size = shippedSize("index.js");
  console.log(`${size} bytes minified and compressed`);
  assert.ok(size <= 40_000);
});

test("the package has no dependencies, and everything it names is there", async () => {
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) {
    assert.equal(manifest[kind], undefined);
  }
  for (const entry of Object.values(manifest.exports)) {
    const targets = typeof entry === "string" ? [entry] : Object.values(entry);
    for (const target of targets) assert.ok((await text(target)).length > 0);
  }
  const shipped = [...(await modules("index.js")).keys(), "store/react.js", "store/vue.js"];
  for (const path of shipped) {
    assert.ok(manifest.files.some((name) => path === name || path.startsWith(`${name}/`)), path);
  }
});

test("as published it has its license and a description that begins as the document does", async () => {
  assert.ok(["README.md", "LICENSE"].every((name) => manifest.files.includes(name)));
  assert.equal(await text("LICENSE"), await text("../../LICENSE"));
  const firstExample = (markdown) => /```js\n([^]*?)```/.exec(markdown)?.[1];
  const example = firstExample(await text("README.md"));
  assert.equal(example, firstExample(await text("../../Documentation/Web.md")));
  assert.match(example, /await phone\.dial/);
});

test("the description names every entry of the package", async () => {
  const described = await text("README.md");
  for (const entry of Object.keys(manifest.exports).filter((name) => !name.endsWith(".json"))) {
    const path = entry.slice(1);
    assert.ok([`\`@carillon/phone${path}\``, `\`${path}\``].some((name) => described.includes(name)), entry);
  }
});

test("every export loads in node, which has no page around it", async () => {
  for (const entry of Object.values(manifest.exports)) {
    if (typeof entry !== "string") await import(new URL(entry.default, root).href);
  }
});

test("a server serves what a page leads to, and nothing else: the browser phone's and the Phone Lab's", async () => {
  for (const page of pages) {
    const listed = JSON.parse(await text(`${page}/files.json`));
    assert.deepEqual(listed, await filesOf(page), "run: node Tests/Web/phone-files.mjs --write");
  }
});

test("the Phone Lab's scripts and styles are at most 60,000 bytes, minified and compressed", { skip }, async () => {
  const styles = (await filesOf("lab")).filter((path) => path.endsWith(".css"));
  const size = ["lab/main.js", ...styles].map(shippedSize).reduce((one, other) => one + other);
  console.log(`${size} bytes minified and compressed`);
  assert.ok(size <= 60_000);
});

test("no page has a style or a script in its markup, nor anything from elsewhere", async () => {
  for (const page of pages) {
    const html = await text(`${page}/index.html`);
    assert.doesNotMatch(html, /style=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)|https?:/);
  }
});

test("no module is longer than 400 lines, no line than 120 characters", async () => {
  const files = (await readdir(root, { recursive: true })).filter((path) => /\.(js|css|html|d\.ts)$/.test(path));
  const generated = ["call-model/call-model.js", "call-model/call-model.d.ts", "types/bridge.d.ts"];
  for (const path of files.filter((path) => !generated.includes(path))) {
    const lines = (await text(path)).split("\n");
    assert.ok(lines.length <= 401, `${path} has ${lines.length} lines`);
    lines.forEach((line, index) => assert.ok(line.length <= 120, `${path}:${index + 1} has ${line.length} characters`));
  }
});
