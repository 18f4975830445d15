// The bytes of a .tvx file in, a checked scene of plain values and typed arrays out. Nothing in the file is trusted; the
// numbers of rules are those of the verdict in docs/tvx.md.

import { EXTRAS, LEVELED, readCollision, readDistances, readLevel } from "./extras.js";
import { checkPart, readPart } from "./parts.js";
import { readRelief } from "./reliefs.js";
import { readLayers, readMaterials, readNodes, readPalette } from "./tables.js";
import { readTree } from "./tree.js";
import { Chunk, crc32, grouped, inflate, TvxError } from "./trust.js";

/** Names of mesh modes by their code; code 0 says nothing. */
export const MODES = {
  0: "",
  1: "faces",
  2: "polygons",
  3: "watertight",
  4: "rectangles",
  5: "fewest",
  6: "cutout",
};

const MAGIC = [0x54, 0x56, 0x58, 0x0d, 0x0a, 0x1a, 0x0a, 0x00];
export const HEADER = 32;
const ENTRY = 44;
const RECORDS = { LAYR: 16, NODE: 24, MOVE: 20, SHOW: 8, TREE: 44 };
const SCENE = ["INFO", "MATL", "STRS", "LAYR", "NODE", "MOVE", "SHOW", "TREE"];
const KNOWN = new Set([...SCENE.slice(0, -1), "PALT", "MESH", "PART", "PAGE", "RELF"]);
const [CODED, DEFLATED, REQUIRED] = [1, 2, 4];
const FARTHEST = 2 ** 30;

/**
 * Read a whole file.
 * @param {ArrayBuffer} buffer
 * @param {(share: number) => void} [progress] told how much is done, 0 to 1
 * @param {{extras: boolean}} [options] whether levels of detail and collision shapes are read; else they are skipped
 * @returns {Promise<object>} name, voxelSize, upAxis, frames, rate, palettes, palette, materials, layers, nodes, meshes, bytes
 */
export async function readTvx(buffer, progress = () => {}, { extras = false } = {}) {
  const file = new Uint8Array(buffer);
  const limits = limitsOf(file.length);
  const data = await plainForm(file, limits);
  const entries = readDirectory(data, file.length, limits);
  const known = (type) => KNOWN.has(type) || (extras && EXTRAS.has(type));
  const used = entries.filter(({ type, level }) => (level === 0 ? known(type) : extras && LEVELED.has(type)));
  checkSizes(used, entries.length, limits);
  const find = new Map(used.map((entry) => [`${entry.key} ${entry.level}`, entry]));
  const has = (type, mesh = 0, number = 0, level = 0) => find.has(`${type} ${mesh} ${number} ${level}`);
  const open = async (type, mesh = 0, number = 0, level = 0) => {
    const entry = find.get(`${type} ${mesh} ${number} ${level}`);
    if (!entry) throw new TvxError(`The file has no ${type} chunk of mesh ${grouped(mesh)}, number ${grouped(number)}`);
    find.delete(`${entry.key} ${entry.level}`);
    return chunkOf(entry, data.subarray(entry.offset, entry.offset + entry.stored), false, data[12] === 1);
  };
  const optional = async (type, mesh = 0) => (has(type, mesh) ? open(type, mesh) : null);
  const { names, meshCount, ...scene } = await readScene(open, has, limits);
  const tree = extras && has("TREE") ? readTree(await open("TREE"), meshCount) : [];
  const totals = { triangles: 0, area: 0, shapes: 0, texels: 0, limit: limits.bytes };
  const meshes = [];
  for (let mesh = 0; mesh < meshCount; mesh++) {
    meshes.push(await readMesh(mesh, open, names, totals));
    if (extras) Object.assign(meshes[mesh], await readExtras(mesh, open, optional, has, names, totals));
    meshes[mesh].reliefs = [];
    for (let side = 0; side < 6; side++) {
      if (has("RELF", mesh, side)) meshes[mesh].reliefs.push(readRelief(await open("RELF", mesh, side), totals));
    }
    if (mesh % 64 === 63) await pause();
    progress((mesh + 1) / meshCount);
  }
  for (const { type, offset } of find.values()) throw new TvxError("Nothing refers to this chunk", type, offset);
  return { ...scene, bytes: file.length, meshes, tree };
}

/** What readers may take memory for. */
export const limitsOf = (length) => ({ bytes: 4_194_304 + 16 * length, records: 65_536 + length / 4 });

/** Open a chunk; who has not read the whole file checks its sum now. Rules 6 and 12. */
export async function chunkOf(entry, bytes, unchecked, packed = false) {
  if (unchecked && crc32(bytes) !== entry.sum) throw new TvxError("The checksum is wrong: The file is damaged", entry.type, entry.offset);
  const deflated = (entry.flags & DEFLATED) !== 0;
  const content = deflated ? await inflate(bytes, entry.content, (message) => new TvxError(message, entry.type, entry.offset)) : bytes;
  return new Chunk(entry, content, deflated, packed);
}

/**
 * Read all chunks that are no part of a mesh.
 * @param {(type: string, mesh?: number, number?: number) => Promise<Chunk>} open
 * @param {(type: string) => boolean} has
 */
export async function readScene(open, has, limits) {
  const optional = (type) => (has(type) ? open(type) : null);
  const info = readInfo(await open("INFO"));
  const names = readNames(await optional("STRS"), limits);
  const palettes = [];
  for (let number = 0; number < info.palettes; number++) palettes.push(readPalette(await open("PALT", 0, number), names));
  const materials = readMaterials(await optional("MATL"));
  const layers = readLayers(await optional("LAYR"), names);
  const nodes = readNodes(await optional("NODE"), await optional("MOVE"), await optional("SHOW"), names, info.meshes);
  return {
    names,
    meshCount: info.meshes,
    name: names(info.chunk, 28),
    voxelSize: info.voxelSize,
    upAxis: info.upAxis,
    frames: info.frames,
    rate: info.rate,
    palettes,
    palette: palettes[0].colors,
    materials,
    layers,
    nodes,
  };
}

/** Let the page show how far reading is. */
const pause = () => new Promise((done) => setTimeout(done));

/** The form of a file, its length and the bytes of header and directory, by its first bytes. Of rule 1. */
export function readHead(file) {
  if (!file.length) throw new TvxError("The file is empty");
  if (MAGIC.some((byte, index) => index < file.length && file[index] !== byte)) {
    throw new TvxError("This is no .tvx file: it does not begin with TVX");
  }
  if (file.length < HEADER) throw new TvxError("The file ends inside its header", "", file.length);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const major = view.getUint16(8, true);
  if (major === 1) throw new TvxError("The file is of version 1, which is no longer read: Convert the model again with trivox convert", "", 8);
  if (major !== 2) throw new TvxError(`Version ${grouped(major)} of the format is not known here`, "", 8);
  const [form, length, plain] = [file[12], view.getUint32(16, true), view.getUint32(20, true)];
  if (form > 1) throw new TvxError(`The form ${form} is not known`, "", 12);
  return { form, length, plain, directory: HEADER + ENTRY * view.getUint32(24, true) };
}

/** Rules 1 and 2. */
async function plainForm(file, limits) {
  const { form, length, plain } = readHead(file);
  if (length !== file.length) throw new TvxError(`The file has ${grouped(file.length)} bytes, not ${grouped(length)} as it says`, "", 16);
  if (!form) {
    if (plain !== length) throw new TvxError(`The plain form has ${grouped(length)} bytes, not ${grouped(plain)} as the file says`, "", 20);
    return file;
  }
  if (plain < HEADER || plain > limits.bytes) {
    throw new TvxError(`The plain form has ${grouped(plain)} bytes, which a file of ${grouped(length)} must not have`, "", 20);
  }
  const rest = await inflate(file.subarray(HEADER), plain - HEADER, (message) => new TvxError(message, "", HEADER));
  const data = new Uint8Array(plain);
  data.set(file.subarray(0, HEADER));
  data.set(rest, HEADER);
  return data;
}

/**
 * Rules 3 to 8, and of 10 what concerns the directory.
 * @param {Uint8Array} data the plain form, or the part of it that is there
 * @param {number} [total] bytes of the plain form, if they are not all there; then checksums of chunks are left for later
 */
export function readDirectory(data, length, limits, total = 0) {
  const size = total || data.length;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const count = view.getUint32(24, true);
  const packed = data[12] === 1;
  let end = HEADER + ENTRY * count;
  if (end > data.length) throw new TvxError(`The file has no room for ${grouped(count)} chunks`, "", 24);
  if (count > limits.records) throw new TvxError(`A file of ${grouped(length)} bytes must not have ${grouped(count)} chunks`, "", 24);
  if (crc32(data.subarray(0, 28), data.subarray(HEADER, end)) !== view.getUint32(28, true)) {
    throw new TvxError("The checksum of the directory is wrong: The file is damaged", "", 28);
  }
  const seen = new Set();
  const entries = [];
  for (let at = HEADER, number = 0; number < count; number++, at += ENTRY) {
    const entry = readEntry(data, view, at);
    const fail = (message, byte) => new TvxError(message, entry.type, byte);
    if (entry.offset !== Math.ceil(end / 8) * 8) throw fail("The chunk does not lie behind the one before", at + 16);
    end = entry.offset + entry.stored;
    if (end > size) throw fail("The chunk reaches beyond the end of the file", at + 20);
    if (!(entry.flags & DEFLATED) && entry.stored !== entry.content) throw fail("The chunk has not as many bytes as it says", at + 24);
    if (packed && entry.flags & DEFLATED) throw fail("A chunk of a packed file is compressed itself", at + 4);
    if (!packed && !total && crc32(data.subarray(entry.offset, end)) !== view.getUint32(at + 28, true)) {
      throw fail("The checksum is wrong: The file is damaged", entry.offset);
    }
    const name = `${entry.code} ${entry.level} ${entry.key}`;
    if (seen.has(name)) throw fail(`There are two of mesh ${grouped(entry.mesh)}, number ${grouped(entry.number)}`, at);
    seen.add(name);
    if (entry.flags & REQUIRED && !KNOWN.has(entry.type)) throw fail("The file needs a reader that knows this chunk", at);
    entries.push(entry);
  }
  if (end !== size) throw new TvxError("There are bytes after the last chunk", "", end);
  return entries;
}

function readEntry(data, view, at) {
  const letters = [...data.subarray(at, at + 4)];
  const type = String.fromCharCode(...letters.map((code) => (code > 32 && code < 127 ? code : 63)));
  const [mesh, number] = [view.getUint16(at + 6, true), view.getUint16(at + 8, true)];
  return {
    type,
    code: view.getUint32(at, true),
    key: `${type} ${mesh} ${number}`,
    flags: data[at + 4],
    coded: (data[at + 4] & CODED) !== 0,
    level: data[at + 5],
    mesh,
    number,
    extent: [...data.subarray(at + 10, at + 13)],
    offset: view.getUint32(at + 16, true),
    stored: view.getUint32(at + 20, true),
    content: view.getUint32(at + 24, true),
    sum: view.getUint32(at + 28, true),
    origin: [32, 36, 40].map((byte) => view.getInt32(at + byte, true)),
    at,
  };
}

/** Rules 9 to 11, before anything is inflated; which meshes, parts and pages there are is seen as they are opened. */
function checkSizes(used, count, limits) {
  let bytes = 0;
  let records = count;
  for (const { type, content, mesh, number, at } of used) {
    bytes += content;
    if (type in RECORDS) records += Math.floor(content / RECORDS[type]);
    const strange = SCENE.includes(type) ? mesh || number : type === "PALT" ? mesh : type === "MESH" ? number : 0;
    if (strange) throw new TvxError("The chunk has a number that it must not have", type, at + 6);
  }
  if (bytes > limits.bytes) throw new TvxError(`The content has ${grouped(bytes)} bytes, more than the file accounts for`);
  if (records > limits.records) throw new TvxError(`The file has ${grouped(records)} records, more than its length accounts for`);
}

/** Rule 13. */
function readInfo(chunk) {
  chunk.expect(40);
  const { view, bytes } = chunk;
  const [voxelSize, rate, palettes] = [view.getFloat64(0, true), view.getFloat32(24, true), view.getUint16(12, true)];
  if (!Number.isFinite(voxelSize) || voxelSize <= 0) throw chunk.fail("The voxel size is no positive number");
  if (bytes[8] > 2) throw chunk.fail(`The up axis ${bytes[8]} is not known`, 8);
  if (!Number.isFinite(rate) || rate < 0) throw chunk.fail("The frames a second are no number", 24);
  if (!palettes) throw chunk.fail("The file has no palette", 12);
  const frames = bytes[9] & 1 ? [view.getInt32(16, true), view.getInt32(20, true)] : null;
  return { chunk, voxelSize, upAxis: bytes[8], rate, palettes, frames, meshes: view.getUint16(10, true) };
}

/** Rule 14. */
function readNames(chunk, limits) {
  const bytes = chunk ? chunk.bytes : new Uint8Array(0);
  if (bytes.length && bytes.at(-1)) throw chunk.fail("The last name has no end", bytes.length - 1);
  let count = 0;
  for (const byte of bytes) count += byte ? 0 : 1;
  if (count > limits.records) throw chunk.fail(`The file has ${grouped(count)} names, more than its length accounts for`);
  let names;
  try {
    names = ["", ...new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).split("\0").slice(0, -1)];
  } catch {
    throw chunk.fail("A name is no UTF-8");
  }
  return (from, byte) => {
    const number = from.view.getUint32(byte, true);
    if (number >= names.length) throw from.fail(`There is no name ${grouped(number)}`, byte);
    return names[number];
  };
}

/** Levels of detail of a mesh, and its collision shape if it has one. */
async function readExtras(mesh, open, optional, has, names, totals) {
  const levels = [];
  while (has("MESH", mesh, 0, levels.length + 1)) {
    const level = await readMesh(mesh, open, names, totals, levels.length + 1);
    levels.push({ ...level, ...readLevel(level.head, levels.at(-1)?.error ?? 0) });
  }
  const distances = readDistances(await optional("LODS", mesh), levels.length);
  const shape = await optional("COLL", mesh);
  return {
    levels: levels.map((level, number) => ({ ...level, distance: distances[number] })),
    collision: shape && readCollision(shape, totals),
  };
}

/** Rules 11, 20 and 21. */
export async function readMesh(mesh, open, names, totals, level = 0) {
  const head = await open("MESH", mesh, 0, level);
  head.expect(44);
  const { view, bytes } = head;
  const size = [0, 4, 8].map((byte) => view.getUint32(byte, true));
  const pivot = [12, 16, 20].map((byte) => view.getInt32(byte, true));
  const error = view.getFloat32(28, true);
  if (size.some((length) => length < 1 || length > FARTHEST)) throw head.fail("A size is not from 1 to 1,073,741,824");
  if (pivot.some((place) => Math.abs(place) > FARTHEST)) throw head.fail("The pivot is too far away", 12);
  if (!Number.isFinite(error) || error < 0) throw head.fail("The error of the level is no number", 28);
  const name = names(head, 24);
  const pages = [];
  for (let page = 0, count = view.getUint16(38, true); page < count; page++) pages.push(readPage(await open("PAGE", mesh, page, level), totals));
  const parts = [];
  for (let number = 0, count = view.getUint16(36, true); number < count; number++) {
    const chunk = await open("PART", mesh, number, level);
    if (chunk.entry.origin.some((place) => Math.abs(place) > FARTHEST)) throw new TvxError("The part is too far away", "PART", chunk.entry.at + 32);
    const part = readPart(chunk, totals);
    checkPart(part, chunk, pages);
    parts.push(part);
  }
  return { name, size, pivot, mode: MODES[bytes[32]] ?? "", pages, parts, box: boxOf(parts), head };
}

function boxOf(parts) {
  const shown = parts.filter(({ rectangles, triangles }) => rectangles.length || triangles.length);
  if (!shown.length) return null;
  return {
    low: [0, 1, 2].map((axis) => Math.min(...shown.map(({ origin }) => origin[axis]))),
    high: [0, 1, 2].map((axis) => Math.max(...shown.map(({ origin, extent }) => origin[axis] + extent[axis]))),
  };
}

// Bytes of a block's palette and texels, by its depth.
const BLOCK = { 0: 0, 1: 10, 2: 20, 4: 48, 8: 64 };

/** Rule 27. */
function readPage(chunk, totals) {
  const { bytes, view } = chunk;
  if (bytes.length < 8) throw chunk.fail("It is too short for the size of a page");
  const [width, height, form] = [view.getUint16(0, true), view.getUint16(2, true), bytes[4]];
  if (!width || !height) throw chunk.fail("A page has no texels");
  totals.area += width * height;
  if (totals.area > totals.limit) throw chunk.fail("The pages have more texels than the file accounts for");
  if (form > 1) throw chunk.fail(`The form ${form} of a page is not known`, 4);
  if (!form) {
    chunk.expect(8 + width * height);
    return { width, height, texels: bytes.subarray(8), blocks: null };
  }
  const count = Math.ceil(width / 8) * Math.ceil(height / 8);
  if (bytes.length < 8 + 4 * count) throw chunk.fail("It is too short for the blocks of the page");
  const blocks = new Uint32Array(count);
  const data = bytes.subarray(8 + 4 * count);
  for (let block = 0; block < count; block++) {
    const entry = view.getUint32(8 + 4 * block, true);
    const [depth, start] = [entry & 15, entry >>> 4];
    if (!(depth in BLOCK) || (depth ? start + BLOCK[depth] > data.length : start > 255)) {
      throw chunk.fail(`Block ${grouped(block)} has an unknown depth or no data`, 8 + 4 * block);
    }
    blocks[block] = entry;
  }
  return { width, height, texels: data, blocks };
}
