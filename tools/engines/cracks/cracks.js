// Meshes of one model in; for each of them and many views the pixels that are not what the voxels show, counted, out.
import { cross, lookAlong, multiply, perspective } from "/viewer/matrix.js";
import { readTvx } from "/viewer/reader.js";
import { Renderer } from "/viewer/renderer.js";
import { Plain } from "/page/plain.js";
import { Voxels } from "/page/voxels.js";
import { World } from "/viewer/world.js";

const FIELD_OF_VIEW = Math.PI / 5;
// Parts of a pixel by which rasterisers move corners, and a ray may go beside the middle of a pixel.
const NEAR = 1 / 16;
// One of so many pixels is compared with its rays even if all pictures agree.
const SAMPLE = 61;
const steps = (count) => Array.from({ length: count }, (_, step) => (2 * step) / (count - 1) - 1);
const FEW = steps(5);
// Gaps between voxels that hardly touch are narrow, too.
const MANY = steps(33);
const LOOK = { shaded: false, blended: false, randomColors: false, wire: 0, stage: null };

let voxels = null;
let plain = null;
let pixels = null;
const drawings = [];

async function bytes(name) {
  const response = await fetch(`/files/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

function target(gl, size) {
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  for (const [format, point] of [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
    const buffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, size, size);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, buffer);
  }
}

async function drawing({ kind, file }, size, palette) {
  const data = await bytes(file);
  if (kind === "plain") {
    if (!plain) {
      plain = new Plain(document.createElement("canvas"));
      target(plain.gl, size);
    }
    const mesh = plain.upload(data);
    return { gl: plain.gl, draw: (camera) => plain.draw(mesh, camera.matrix, size) };
  }
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const renderer = new Renderer(canvas);
  const world = new World([await readTvx(data)]);
  renderer.load(world.files);
  renderer.stock.setPalette(0, palette);
  renderer.place(world.shapes, world.offsets, world.box, world.upAxis);
  return { gl: renderer.gl, draw: (camera) => renderer.show(renderer.sample(camera, LOOK, size, size).target, LOOK) };
}

/** Get a model, once for each page: its voxels, and files of meshes that shall show them; pixels of a picture's side. */
async function load(model, size) {
  pixels = new Uint8Array(4 * size * size);
  voxels = new Voxels(model.shape, new Uint8Array(await bytes(model.voxels)), model.same);
  // What is drawn is the palette index itself, in red; of several of one colour the first one counts.
  const palette = new Uint8Array(256 * 4).map((_, at) => (at % 4 === 0 ? at / 4 : at % 4 === 3 ? 255 : 0));
  for (const one of model.drawings) drawings.push(await drawing(one, size, palette));
}

/** The camera of a view. */
function seen({ eye, forward, up, depth }) {
  const matrix = multiply(perspective(FIELD_OF_VIEW, 1, depth[0], depth[1]), lookAlong(eye, forward, up));
  return { matrix, eye, forward };
}

function picture({ gl, draw }, camera, size) {
  draw(camera);
  gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const indices = new Uint8Array(size * size);
  // Where nothing is drawn, red is 0 as well.
  for (let at = 0; at < indices.length; at++) indices[at] = voxels.same[pixels[4 * at]];
  return indices;
}

/** A function that gives the colour that a ray meets, parts of a pixel beside its middle; 0 is the background. */
function rays({ eye, forward, up }, size) {
  const right = cross(forward, up);
  const half = Math.tan(FIELD_OF_VIEW / 2);
  return (at, x, y) => {
    const across = (((at % size) + 0.5 + x) / size * 2 - 1) * half;
    const along = ((Math.floor(at / size) + 0.5 + y) / size * 2 - 1) * half;
    return voxels.cast(eye, forward.map((value, axis) => value + across * right[axis] + along * up[axis]));
  };
}

/** Colours that rays close to a pixel's middle meet, NEAR times steps beside it. */
function around(ray, at, steps) {
  const found = new Set();
  for (const x of steps) for (const y of steps) found.add(ray(at, x * NEAR, y * NEAR));
  return found;
}

/** Pixels that have to be looked at: where pictures differ, where all may be wrong in the same way, and some of the rest. */
function suspects(pictures, size) {
  const [first, ...others] = pictures;
  const flags = new Uint8Array(first.length);
  for (const other of others) {
    for (let at = 0; at < flags.length; at++) flags[at] |= other[at] !== first[at];
  }
  const found = [];
  for (let at = size + 1; at < flags.length - size - 1; at++) {
    const here = first[at];
    const [left, right, below, above] = [first[at - 1], first[at + 1], first[at - size], first[at + size]];
    const rim = here === 0 && (left || right || below || above);
    const alone = here !== 0 && left !== here && right !== here && below !== here && above !== here;
    if (flags[at] || rim || alone || at % SAMPLE === 0) found.push(at);
  }
  return found;
}

/**
 * What is wrong in each picture: calls `tell(picture, pixel, kind)`. The first one is of single faces, which meet at all of
 * their corners: background there, too, is the end of a gap between voxels that is longer where corners are rounded.
 */
function mistakes(view, pictures, size, tell) {
  const ray = rays(view, size);
  for (const at of suspects(pictures, size)) {
    const middle = ray(at, 0, 0);
    if (pictures.every((picture) => picture[at] === middle)) continue;
    let right = around(ray, at, FEW);
    if (pictures.some((picture) => !right.has(picture[at]))) right = around(ray, at, MANY);
    pictures.forEach((picture, number) => {
      if (right.has(picture[at]) || (number && picture[at] === 0 && pictures[0][at] === 0)) return;
      tell(number, at, picture[at] === 0 ? "crack" : right.size === 1 && right.has(0) ? "outside" : "wrong");
    });
  }
}

/** Counts of each drawing: filled pixels, background where voxels are, other wrong colours, colour where none are. */
function measure(views, size) {
  const counts = drawings.map(() => ({ filled: 0, crack: 0, wrong: 0, outside: 0 }));
  for (const view of views) {
    const camera = seen(view);
    const pictures = drawings.map((one) => picture(one, camera, size));
    pictures.forEach((picture, number) => {
      let filled = 0;
      for (let at = 0; at < picture.length; at++) filled += picture[at] !== 0;
      counts[number].filled += filled;
    });
    mistakes(view, pictures, size, (number, _, kind) => (counts[number][kind] += 1));
  }
  return counts;
}

/** A part of one drawing's picture as palette indices, row after row from the bottom. */
function crop(number, view, size, [left, bottom, side]) {
  const shown = picture(drawings[number], seen(view), size);
  return Array.from({ length: side * side }, (_, at) => shown[(bottom + Math.floor(at / side)) * size + left + (at % side)]);
}

/** Pixels of a drawing that are background where voxels are, as [column, row] from the lower left corner. */
function cracks(number, view, size) {
  const pictures = [drawings[0], drawings[number]].map((one) => picture(one, seen(view), size));
  const found = [];
  mistakes(view, pictures, size, (picture, at, kind) => picture && kind === "crack" && found.push([at % size, Math.floor(at / size)]));
  return found;
}

window.trivox = { load, measure, crop, cracks, ready: Promise.resolve() };
