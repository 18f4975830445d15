// The page: files, buttons and keys in, pictures and counts out.

import { control, Orbit } from "./camera.js";
import { lookAlong, multiply, orthographic } from "./matrix.js";
import { readTvx } from "./reader.js";
import { Renderer } from "./renderer.js";
import { counts, placedShapes, sceneBox } from "./scene.js";

const element = (id) => document.getElementById(id);
const look = { wire: false, randomColors: false, flat: false, parallel: false, spin: false };
const keys = { w: "wire", p: "randomColors", l: "flat", o: "parallel", s: "spin" };
const orbit = new Orbit();
const canvas = element("view");
const SECOND = 1000;
// Steps between pictures from which a rate is told.
const FEWEST = 5;

let renderer = null;
let file = null;
let dirty = true;
let frames = [];

try {
  renderer = new Renderer(canvas);
} catch {
  element("choose").disabled = element("open").disabled = true;
  say("This browser has no WebGL2, which drawing needs. Try a current version of Firefox, Chrome, Edge or Safari, with graphics acceleration on.");
}

function say(sentence) {
  element("message").hidden = !sentence;
  element("message").querySelector("p").textContent = sentence;
}

/** Show the bytes of a file; a file that cannot be read leaves the one before where it is. */
async function show(buffer, name) {
  if (!renderer) return;
  let next;
  try {
    next = await readTvx(buffer);
    const shapes = placedShapes(next);
    renderer.load(next, shapes);
    next.shapes = shapes;
  } catch (error) {
    say(`${name} cannot be shown. ${error.message}`);
    if (error.name !== "TvxError") console.error(error);
    return;
  }
  file = next;
  say("");
  orbit.frame(sceneBox(file, file.shapes), file.upAxis);
  element("welcome").hidden = true;
  element("counts").hidden = element("tools").hidden = false;
  element("name").textContent = file.name || name;
  document.title = `${file.name || name} – Trivox viewer`;
  tell(counts(file, file.shapes));
  dirty = true;
}

function tell(found) {
  const text = (number) => number.toLocaleString("en");
  for (const id of ["triangles", "inScene", "vertices", "records", "texels"]) element(id).textContent = text(found[id]);
  element("mode").textContent = found.modes.join(", ") || "–";
  element("shapes").textContent = `${text(found.shapes)} / ${text(found.meshes)}`;
  element("bytes").textContent = found.bytes < 1e6 ? `${(found.bytes / 1e3).toFixed(1)} kB` : `${(found.bytes / 1e6).toFixed(2)} MB`;
  element("each").textContent = found.triangles ? (found.bytes / found.triangles).toFixed(1) : "–";
}

/** Take the colours of a palette picture: pixel i is the colour of index i + 1, as MagicaVoxel writes it. */
async function recolor(blob, name) {
  try {
    const bitmap = await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
    if (bitmap.width * bitmap.height !== 256) throw new Error(`it has ${bitmap.width} x ${bitmap.height} pixels, not 256 x 1`);
    const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    sheet.drawImage(bitmap, 0, 0);
    const colors = new Uint8Array(file.palette);
    colors.set(sheet.getImageData(0, 0, bitmap.width, bitmap.height).data.subarray(0, 255 * 4), 4);
    renderer.setPalette(colors);
    say("");
  } catch (error) {
    say(`${name} is no palette: ${error.message}`);
  }
  dirty = true;
}

async function open(blob) {
  if (/\.png$/i.test(blob.name)) {
    if (file) await recolor(blob, blob.name);
    else say("Open a .tvx file first, then give it another palette.");
  } else {
    await show(await blob.arrayBuffer(), blob.name);
  }
}

function toggle(name) {
  look[name] = !look[name];
  document.querySelector(`[data-toggle="${name}"]`).setAttribute("aria-pressed", String(look[name]));
  orbit.parallel = look.parallel;
  dirty = true;
}

function reset() {
  if (!file) return;
  orbit.reset();
  renderer.setPalette(file.palette);
  dirty = true;
}

function lookOptions() {
  return { shaded: !look.flat, blended: true, randomColors: look.randomColors, wire: look.wire ? 0.7 : 0 };
}

function animate(now) {
  requestAnimationFrame(animate);
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  const height = Math.round(canvas.clientHeight * devicePixelRatio);
  if (canvas.width !== width || canvas.height !== height) {
    [canvas.width, canvas.height, dirty] = [width, height, true];
  }
  if (look.spin && file) {
    orbit.turn(-Math.min(now - (frames.at(-1) ?? now), 100) * 0.0005, 0);
    dirty = true;
  }
  if (!dirty || !width || !height) {
    if (now - frames.at(-1) > SECOND) frames = [];
    return;
  }
  dirty = false;
  element("drawn").textContent = renderer.draw(orbit.camera(width / height), lookOptions(), width, height).toLocaleString("en");
  // Pictures are drawn when something changes; a rate is told while they follow one another, however slowly.
  frames = [...frames.filter((time, index) => now - time < SECOND || index >= frames.length - FEWEST), now];
  if (frames.length > FEWEST) element("rate").textContent = rateText((SECOND * (frames.length - 1)) / (now - frames[0]));
}

function rateText(rate) {
  return rate < 10 ? rate.toPrecision(2) : String(Math.round(rate));
}

/** Draw into a picture of its own, without smoothed edges, and return its pixels from the bottom row on. */
function picture({ width, height, eye, forward, up, halfWidth, halfHeight, depth }, options) {
  const { gl } = renderer;
  const target = gl.createFramebuffer();
  const [color, deep] = [gl.createRenderbuffer(), gl.createRenderbuffer()];
  gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  for (const [buffer, format, point] of [[color, gl.RGBA8, gl.COLOR_ATTACHMENT0], [deep, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, buffer);
  }
  const matrix = multiply(orthographic(halfWidth, halfHeight, 0, depth), lookAlong(eye, forward, up));
  renderer.draw({ matrix, eye: null, forward, light: [0, 0, 1] }, { shaded: false, blended: false, randomColors: false, wire: 0, ...options }, width, height);
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.deleteFramebuffer(target);
  [color, deep].forEach((buffer) => gl.deleteRenderbuffer(buffer));
  dirty = true;
  return pixels;
}

for (const button of document.querySelectorAll("[data-toggle]")) {
  button.addEventListener("click", () => toggle(button.dataset.toggle));
}
for (const id of ["open", "choose"]) element(id).addEventListener("click", () => element("file").click());
element("recolor").addEventListener("click", () => element("picture").click());
element("reset").addEventListener("click", reset);
element("message").querySelector("button").addEventListener("click", () => say(""));
for (const id of ["file", "picture"]) {
  element(id).addEventListener("change", async ({ target }) => {
    if (target.files[0]) await open(target.files[0]);
    target.value = "";
  });
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key in keys && file) toggle(keys[key]);
  else if (key === "r") reset();
  else if (key === "c" && file) element("picture").click();
});

// A page in the background draws nothing: that is no slow picture.
addEventListener("visibilitychange", () => (frames = []));

let depth = 0;
addEventListener("dragenter", () => document.body.classList.toggle("dragging", ++depth > 0));
addEventListener("dragleave", () => document.body.classList.toggle("dragging", --depth > 0));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  depth = 0;
  document.body.classList.remove("dragging");
  if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
});

/** Show the model that the page was written with, if it has one. */
async function openInside() {
  const inside = element("model");
  if (!inside) return;
  const text = atob(inside.textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  inside.textContent = "";
  await show(bytes.buffer, inside.dataset.name);
}

async function openLinked() {
  const link = new URLSearchParams(location.search).get("file");
  if (!link) return openInside();
  const name = link.split("/").at(-1);
  try {
    const response = await fetch(link);
    if (!response.ok) throw new Error(`the server says ${response.status}`);
    await show(await response.arrayBuffer(), name);
  } catch (error) {
    say(`${name} cannot be loaded: ${error.message}`);
  }
}

if (renderer) {
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    say("The graphics card was taken away from this page. Load the page again.");
  });
  control(canvas, orbit, () => (dirty = true));
  requestAnimationFrame(animate);
}
// For scripts: show(buffer, name), picture(view, options), toggle(name), recolor(blob, name), read(buffer).
window.trivox = { show, picture, toggle, recolor, read: readTvx, ready: openLinked() };
