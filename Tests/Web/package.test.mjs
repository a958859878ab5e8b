import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { filesOf, modules, pages, root, text } from "./phone-files.mjs";

const manifest = JSON.parse(await readFile(new URL("package.json", root), "utf8"));

/** As a bundler joins them: without comments, the lines that import, and the word "export". Names and line ends stay. */
const bare = (source) => source.split("\n").map((line) => line.trim())
  .filter((line) => line !== "" && !/^(\/\*\*|\*|\/\/)/.test(line)).join("\n")
  .replace(/^(import|export)\s[^;"']*?\bfrom "[^"]+";\n?/gm, "").replace(/^import "[^"]+";\n?/gm, "")
  .replace(/^export (?=(const|let|function|async|class)\b)/gm, "");

test("all that an app ships is at most 40 KB, compressed", async () => {
  const shipped = [...(await modules("index.js")).values()];
  const size = (sources) => gzipSync(sources.join("\n"), { level: 9 }).length;
  console.log(`${shipped.length} modules, ${size(shipped.map(bare))} bytes compressed; ${size(shipped)} with comments`);
  assert.ok(size(shipped.map(bare)) <= 40 * 1_024);
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

test("the Phone Lab's own scripts and styles are at most 60 KB, compressed", async () => {
  const own = (await filesOf("lab")).filter((path) => path.startsWith("lab/") && /\.(js|css)$/.test(path));
  const sources = await Promise.all(own.map(text));
  const size = (list) => gzipSync(list.join("\n"), { level: 9 }).length;
  console.log(`${own.length} files, ${size(sources.map(bare))} bytes compressed; ${size(sources)} with comments`);
  assert.ok(size(sources.map(bare)) <= 60 * 1_024);
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
