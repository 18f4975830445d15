// The page: files, buttons and keys in, pictures and counts out.

import { control, Orbit } from "./camera.js";
import { counts } from "./counts.js";
import { jitter, lookAlong, multiply, orthographic } from "./matrix.js";
import { paletteOf } from "./palette.js";
import { fillLists, rateText, tellCounts } from "./panels.js";
import { readTvx } from "./reader.js";
import { loaded } from "./remote.js";
import { Renderer } from "./renderer.js";
import { Stream } from "./stream.js";
import { grouped } from "./trust.js";
import { World } from "./world.js";

const element = (id) => document.getElementById(id);
const look = { wire: false, randomColors: false, flat: false, parallel: false, spin: false, list: false, relief: false };
const keys = { w: "wire", p: "randomColors", l: "flat", o: "parallel", s: "spin", n: "list", i: "relief" };
const orbit = new Orbit();
const canvas = element("view");
const SECOND = 1000;
// Steps between pictures from which a rate is told.
const FEWEST = 5;
// Samples of a picture that stands still, of one that takes a machine longer than a while, and pixels of one at most.
const SAMPLES = 24;
const FEW_SAMPLES = 3;
const WHILE = 150;
// Width of the counts where they stand beside the model, and height of the bar below it.
const [PANEL, BAR] = [256, 90];
const PIXELS = 3_500_000;

let renderer = null;
let world = new World([]);
// Where a file is too large to be loaded whole.
let stream = null;
let dirty = true;
let samples = 0;
let frames = [];
// When the picture of the last step was drawn, if there was one, and whether the machine takes its time for them.
let last = 0;
let slow = false;
const play = { on: false, speed: 1, time: 0 };

try {
  renderer = new Renderer(canvas);
} catch (error) {
  console.error(error);
  element("choose").disabled = element("open").disabled = true;
  say("This browser has no WebGL2, which drawing needs. Try a current version of Firefox, Chrome, Edge or Safari, with graphics acceleration on.");
}

function say(sentence) {
  element("message").hidden = !sentence;
  element("message").querySelector("p").textContent = sentence;
}

function progress(share) {
  element("progress").hidden = share === null;
  if (share !== null) element("progress").value = share;
}

/** Read a file, or say why not and give null. */
async function readOne(buffer, name, told = null) {
  try {
    if (String.fromCharCode(...new Uint8Array(buffer, 0, Math.min(4, buffer.byteLength))) === "VOX ") {
      say(`${name} is a .vox file. Make one that is drawn here with: trivox convert ${name} ${name.replace(/\.vox$/i, "")}.tvx`);
      return null;
    }
    progress(0);
    const file = await readTvx(buffer, progress);
    return { ...file, title: name, told };
  } catch (error) {
    say(`${name} cannot be shown. ${error.message}`);
    if (error.name !== "TvxError") console.error(error);
    return null;
  } finally {
    progress(null);
  }
}

/** Show the bytes of a file; a file that cannot be read leaves what was there. */
async function show(buffer, name, { beside = false, told = null } = {}) {
  if (!renderer) return;
  const file = await readOne(buffer, name, told);
  if (file) exhibit(beside ? [...world.files, file] : [file]);
}

function exhibit(files, streamed = null) {
  let next;
  try {
    next = new World(files);
    renderer.load(files);
  } catch (error) {
    say(`${files.at(-1).title} cannot be shown. ${error.message}`);
    if (error.name !== "TvxError") console.error(error);
    return;
  }
  world = next;
  stream = streamed;
  window.trivox.stream = stream;
  if (stream) world.box = stream.box;
  say("");
  orbit.frame(world.box, world.upAxis);
  element("welcome").hidden = true;
  element("counts").hidden = element("tools").hidden = false;
  const title = files.map((file) => file.name || file.title).join(", ");
  element("name").textContent = title;
  document.title = `${title} – Trivox viewer`;
  fillLists(world, moved, (file, colors) => {
    renderer.stock.setPalette(file, colors);
    dirty = true;
  });
  element("time").hidden = !world.animated;
  document.querySelector("[data-toggle=relief]").hidden = !files.some((file) => file.meshes.some((mesh) => mesh.reliefs.length));
  Object.assign(element("frame"), { min: world.first, max: world.last, value: world.frame });
  playing(world.animated && !matchMedia("(prefers-reduced-motion: reduce)").matches);
  moved();
  canvas.focus({ preventScroll: true });
}

/** Something else can be seen, or stands elsewhere. */
function moved() {
  if (stream) renderer.lights.place(world.box, world.upAxis);
  else renderer.place(world.shapes, world.offsets, world.box, world.upAxis);
  if (!play.on) tellCounts(counts(world.files, world.shapes));
  element("frame").value = Math.floor(world.frame);
  element("frameNumber").textContent = grouped(Math.floor(world.frame));
  dirty = true;
}

function playing(on) {
  play.on = on;
  play.time = 0;
  element("play").setAttribute("aria-pressed", String(on));
  if (world.files.length) tellCounts(counts(world.files, world.shapes));
}

/** Go to a frame; behind the last comes the first. */
function go(frame) {
  const length = world.last - world.first + 1;
  world.frame = world.first + ((((frame - world.first) % length) + length) % length);
  world.refresh();
  moved();
}

/** Take the colours of a palette picture or of a .vox file for all files. */
async function recolor(blob, name) {
  try {
    const all = await Promise.all(world.files.map((file) => paletteOf(blob, name, file.palette)));
    all.forEach((colors, number) => renderer.stock.setPalette(number, colors));
    say(/\.vox$/i.test(name) ? `These are the colors of ${name}. Its model is shown once it is converted: trivox convert ${name}` : "");
  } catch (error) {
    say(`${name} is no palette. ${error.message}.`);
  }
  dirty = true;
}

async function open(list, beside = false) {
  const blobs = [...list];
  const palettes = blobs.filter(({ name }) => /\.png$/i.test(name) || (/\.vox$/i.test(name) && world.files.length));
  const found = [];
  for (const blob of blobs.filter((one) => !palettes.includes(one))) {
    const file = await readOne(await blob.arrayBuffer(), blob.name);
    if (file) found.push(file);
  }
  if (found.length) exhibit(beside ? [...world.files, ...found] : found);
  if (!palettes.length) return;
  if (world.files.length) await recolor(palettes[0], palettes[0].name);
  else say("Open a .tvx file first, then give it another palette.");
}

function toggle(name) {
  look[name] = !look[name];
  document.querySelector(`[data-toggle="${name}"]`).setAttribute("aria-pressed", String(look[name]));
  orbit.parallel = look.parallel;
  element("scene").hidden = !look.list;
  dirty = true;
}

function reset() {
  if (!world.files.length) return;
  orbit.reset();
  world.forget();
  world.files.forEach((file, number) => renderer.stock.setPalette(number, file.palette));
  fillLists(world, moved, (file, colors) => renderer.stock.setPalette(file, colors));
  moved();
}

/** Colours of the stage, as the sheet of styles has them. */
function stage() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => [1, 3, 5].map((at) => parseInt(style.getPropertyValue(name).trim().slice(at, at + 2), 16) / 255);
  return { glow: color("--glow"), high: color("--sky"), low: color("--ground") };
}

function lookOptions() {
  return { shaded: !look.flat, blended: true, randomColors: look.randomColors, wire: look.wire ? 0.7 : 0, relief: look.relief, stage: stage() };
}

function resized() {
  const ratio = Math.min(devicePixelRatio, Math.sqrt(PIXELS / Math.max(canvas.clientWidth * canvas.clientHeight, 1)));
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.round(size * ratio));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height, dirty] = [width, height, true];
  return [width, height];
}

function animate(now) {
  requestAnimationFrame(animate);
  const [width, height] = resized();
  if (look.spin && world.files.length) {
    orbit.turn(-Math.min(now - (frames.at(-1) ?? now), 100) * 0.0005, 0);
    dirty = true;
  }
  if (play.on && world.animated) advance(now);
  // Light that is still being found changes the picture.
  if (stream && !stream.paused && width && height && (dirty || stream.stirred)) follow(seen(width / height), height);
  if (dirty || (!look.flat && renderer.lights.stale)) samples = 0;
  if (last) slow = now - last > WHILE;
  last = 0;
  if (!width || !height || samples >= (!world.files.length ? 1 : slow ? FEW_SAMPLES : SAMPLES)) {
    if (now - frames.at(-1) > SECOND) frames = [];
    return;
  }
  const still = !dirty;
  dirty = false;
  last = now;
  const options = lookOptions();
  const { target, drawn } = renderer.sample(seen(width / height), options, width, height, jitter(samples));
  renderer.show(renderer.add(target, samples++), options);
  element("drawn").textContent = grouped(drawn);
  // A picture that only becomes smoother tells nothing of a rate.
  if (still) return;
  // Pictures are drawn when something changes; a rate is told while they follow one another, however slowly.
  frames = [...frames.filter((time, index) => now - time < SECOND || index >= frames.length - FEWEST), now];
  if (frames.length > FEWEST) element("rate").textContent = rateText((SECOND * (frames.length - 1)) / (now - frames[0]));
}

/** Choose what a camera needs of a file that is loaded by parts. */
function follow(camera, height) {
  stream.stirred = false;
  stream.update(camera, height);
  if (stream.fresh) dirty = true;
  stream.fresh = false;
  if (!stream.settled) stream.lit = false;
  else if (!stream.lit) {
    // Shadows of all that is there, once it is.
    stream.lit = dirty = true;
    renderer.lights.moved();
  }
}

/** The camera, with the model in the middle of what the counts leave free where they stand beside it. */
function seen(aspect) {
  const camera = orbit.camera(aspect);
  if (!world.files.length || canvas.clientWidth < 760) return camera;
  const beside = Math.min(PANEL / canvas.clientWidth, 0.25);
  const aside = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, beside, BAR / canvas.clientHeight, 0, 1);
  return { ...camera, matrix: multiply(aside, camera.matrix) };
}

function advance(now) {
  const passed = play.time ? (Math.min(now - play.time, SECOND) / SECOND) * world.rate * play.speed : 0;
  play.time = now;
  const before = world.frame;
  const smooth = world.files.some((file) => file.nodes.some((node) => node.linear));
  world.exact = (world.exact ?? world.frame) + passed;
  const length = world.last - world.first + 1;
  if (world.exact >= world.last + 1) world.exact = world.first + ((world.exact - world.first) % length);
  const next = smooth ? world.exact : Math.floor(world.exact);
  if (next !== before) go(next);
}

const matrixOf = ({ eye, forward, up, halfWidth, halfHeight, depth }) =>
  multiply(orthographic(halfWidth, halfHeight, 0, depth), lookAlong(eye, forward, up));

/** Draw into a picture of its own, and return its pixels from the bottom row on; without options colours are those of the palette. */
function picture(view, options = {}) {
  const { width, height, forward } = view;
  const { gl } = renderer;
  const target = gl.createFramebuffer();
  const color = gl.createRenderbuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  gl.bindRenderbuffer(gl.RENDERBUFFER, color);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color);
  const matrix = matrixOf(view);
  const drawing = { shaded: false, blended: false, randomColors: false, wire: 0, relief: false, samples: 1, stage: null, settled: true, ...options };
  let drawn = null;
  renderer.purpose = "picture";
  for (let number = 0; number < drawing.samples; number++) {
    const { target: sample } = renderer.sample({ matrix, eye: null, forward }, drawing, width, height, jitter(number));
    drawn = drawing.samples > 1 ? renderer.add(sample, number) : sample;
  }
  renderer.show(drawn, drawing, target);
  renderer.purpose = "page";
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.deleteFramebuffer(target);
  gl.deleteRenderbuffer(color);
  return pixels;
}

function help() {
  element("help").showModal();
  // The button that has the focus is below.
  element("help").scrollTop = 0;
}

function listen() {
  for (const button of document.querySelectorAll("[data-toggle]")) {
    button.addEventListener("click", () => toggle(button.dataset.toggle));
  }
  for (const id of ["open", "choose"]) element(id).addEventListener("click", () => element("file").click());
  element("recolor").addEventListener("click", () => element("picture").click());
  element("reset").addEventListener("click", reset);
  element("ask").addEventListener("click", help);
  element("play").addEventListener("click", () => playing(!play.on));
  element("speed").addEventListener("change", ({ target }) => (play.speed = Number(target.value)));
  element("frame").addEventListener("input", ({ target }) => {
    playing(false);
    world.exact = Number(target.value);
    go(world.exact);
  });
  element("message").querySelector("button").addEventListener("click", () => say(""));
  for (const id of ["file", "picture"]) {
    element(id).addEventListener("change", async ({ target }) => {
      await open(target.files);
      target.value = "";
    });
  }
  addEventListener("keydown", pressed);
  // A page in the background draws nothing: that is no slow picture.
  addEventListener("visibilitychange", () => (frames = []));
  listenForDrops();
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || element("help").open) return;
  const key = event.key.toLowerCase();
  const written = event.target.closest?.("select, input, button");
  if (key === "?" || key === "h") help();
  if (!world.files.length) return;
  if (key in keys) toggle(keys[key]);
  else if (key === "r") reset();
  else if (key === "c") element("picture").click();
  else if (key === " " && world.animated && !written) {
    event.preventDefault();
    playing(!play.on);
  } else if ((key === "," || key === ".") && world.animated) {
    playing(false);
    world.exact = Math.floor(world.frame) + (key === "." ? 1 : -1);
    go(world.exact);
    world.exact = world.frame;
  }
}

function listenForDrops() {
  let depth = 0;
  addEventListener("dragenter", () => document.body.classList.toggle("dragging", ++depth > 0));
  addEventListener("dragleave", () => document.body.classList.toggle("dragging", --depth > 0));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    document.body.classList.remove("dragging");
    open(event.dataTransfer.files, event.shiftKey);
  });
}

/** Show the model that the page was written with, if it has one. */
async function openInside() {
  const inside = element("model");
  if (!inside) return;
  const text = atob(inside.textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  inside.textContent = "";
  await show(bytes.buffer, inside.dataset.name, { told: inside.dataset.counts ? JSON.parse(inside.dataset.counts) : null });
}

/** Show a file by parts, or all of it where that cannot be done. */
async function openStreamed(address, query) {
  const name = address.split("/").at(-1);
  try {
    const { remote, file } = await Stream.open(address);
    if (!file) return await show(remote.whole?.buffer ?? (await loaded(await fetch(address), progress)), name);
    const number = (key) => (query.has(key) ? Number(query.get(key)) : undefined);
    const made = new Stream(remote, file, renderer.stock, { budget: number("budget"), pixels: number("pixels") });
    made.changed = () => (made.stirred = true);
    made.failed = (error) => say(`A part of ${name} cannot be shown. ${error.message}`);
    exhibit([{ ...file, title: name, told: null }], made);
  } catch (error) {
    say(`${name} cannot be shown. ${error.message}`);
  }
}

async function openLinked() {
  const query = new URLSearchParams(location.search);
  if (renderer && query.has("src")) return openStreamed(query.get("src"), query);
  const links = query.getAll("file");
  if (!links.length) return openInside();
  for (const link of links) {
    const name = link.split("/").at(-1);
    try {
      const response = await fetch(link);
      if (!response.ok) throw new Error(`The server says ${response.status}`);
      await show(await loaded(response, progress), name, { beside: links.length > 1 });
    } catch (error) {
      progress(null);
      say(`${name} cannot be loaded. ${error.message}.`);
    }
  }
}

if (renderer) {
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    say("The graphics card was taken away from this page. Load the page again.");
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (dirty = true));
  control(canvas, orbit, () => (dirty = true));
  requestAnimationFrame(animate);
}
listen();
// For scripts: show(buffer, name, options), picture(view, options), toggle(name), recolor(blob, name), read(buffer), go(frame), playing(on).
window.trivox = { show, matrixOf, pause: () => (stream.paused = true), picture, toggle, recolor, open, go, playing, read: readTvx, ready: openLinked() };
