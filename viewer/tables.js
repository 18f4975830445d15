// Chunks of a scene in; palettes, materials, layers and nodes as plain values out. Rules 12 to 19 of the verdict.

import { grouped } from "./trust.js";

/** Which of 256 indices have their bit set. */
function marked(chunk, start) {
  return Array.from({ length: 256 }, (_, index) => index).filter((index) => (chunk.bytes[start + (index >> 3)] >> (index & 7)) & 1);
}

/** @returns {{name: string, colors: Uint8Array}} 256 colours of four bytes */
export function readPalette(chunk, names) {
  if (chunk.bytes.length < 36) throw chunk.fail("It is too short for a palette");
  const given = marked(chunk, 4);
  chunk.expect(36 + 4 * given.length);
  const colors = new Uint8Array(1024);
  given.forEach((index, number) => colors.set(chunk.bytes.subarray(36 + 4 * number, 40 + 4 * number), 4 * index));
  return { name: names(chunk, 0), colors };
}

const FLOATS = [
  "roughness", "metallic", "emission", "flux", "refraction", "transparency", "specular", "attenuation", "density", "phase", "ldr",
];
const DEFAULT = { kind: 0, media: 0, ...Object.fromEntries(FLOATS.map((name) => [name, 0])), roughness: 0.1, refraction: 1.3, specular: 1, density: 0.05 };

/** @returns {object[]} a material for each palette index */
export function readMaterials(chunk) {
  const materials = new Array(256).fill(DEFAULT);
  if (!chunk) return materials;
  const { bytes, view } = chunk;
  if (bytes.length < 36) throw chunk.fail("It is too short for materials");
  const count = view.getUint32(0, true);
  if (36 + 48 * count > bytes.length) throw chunk.fail(`It has no room for ${grouped(count)} records`);
  const records = Array.from({ length: count }, (_, number) => {
    const at = 4 + 48 * number;
    if (bytes[at] > 5 || bytes[at + 1] > 3) throw chunk.fail(`Record ${grouped(number)} has an unknown class`, at);
    const record = { kind: bytes[at], media: bytes[at + 1] };
    FLOATS.forEach((name, word) => {
      record[name] = view.getFloat32(at + 4 + 4 * word, true);
      if (!Number.isFinite(record[name])) throw chunk.fail(`Record ${grouped(number)} has a value that is no number`, at + 4 + 4 * word);
    });
    return record;
  });
  const start = 36 + 48 * count;
  const given = marked(chunk, start - 32);
  chunk.expect(start + given.length);
  given.forEach((index, place) => {
    const number = bytes[start + place];
    if (number >= count) throw chunk.fail(`Color ${index} has record ${number}, but there are ${grouped(count)}`, start + place);
    materials[index] = records[number];
  });
  return materials;
}

/** @returns {Map<number, {name: string, hidden: boolean}>} */
export function readLayers(chunk, names) {
  const layers = new Map();
  for (let at = 0, left = chunk ? chunk.rows(16) : 0; left > 0; left--, at += 16) {
    const id = chunk.view.getInt32(at, true);
    if (layers.has(id)) throw chunk.fail(`Layer ${id} is there twice`, at);
    layers.set(id, { name: names(chunk, at + 4), hidden: (chunk.bytes[at + 8] & 1) !== 0 });
  }
  return layers;
}

/** @returns {object[]} nodes with their moves and shows in order of frames */
export function readNodes(chunk, moveChunk, showChunk, names, meshes) {
  const moves = readMoves(moveChunk);
  const shows = readShows(showChunk, meshes);
  const nodes = [];
  const used = [0, 0];
  for (let at = 0, left = chunk ? chunk.rows(24) : 0; left > 0; left--, at += 24) {
    const { bytes, view } = chunk;
    const [parent, flags] = [view.getInt32(at + 4, true), bytes[at + 9]];
    const [moveCount, showCount] = [view.getUint32(at + 16, true), view.getUint32(at + 20, true)];
    if (parent < -1 || parent >= nodes.length) throw chunk.fail(`The parent ${grouped(parent)} does not come before its node`, at + 4);
    if (bytes[at + 8] > 1 || !moveCount || bytes[at + 8] !== (showCount ? 1 : 0)) throw chunk.fail("A node is of no kind, or lacks transforms or meshes", at + 8);
    if (used[0] + moveCount > moves.length || used[1] + showCount > shows.length) throw chunk.fail("A node has more entries than there are", at + 16);
    const node = {
      name: names(chunk, at),
      parent,
      hidden: (flags & 1) !== 0,
      layer: flags & 2 ? view.getInt32(at + 12, true) : null,
      loops: (flags & 4) !== 0,
      linear: (flags & 8) !== 0,
      moves: moves.slice(used[0], used[0] + moveCount),
      shows: shows.slice(used[1], used[1] + showCount),
    };
    inOrder(node.moves, moveChunk, used[0], 20);
    inOrder(node.shows, showChunk, used[1], 8);
    used[0] += moveCount;
    used[1] += showCount;
    nodes.push(node);
  }
  if (used[0] !== moves.length) throw moveChunk.fail("There are transforms of no node", 20 * used[0]);
  if (used[1] !== shows.length) throw showChunk.fail("There are meshes of no node", 8 * used[1]);
  return nodes;
}

function inOrder(entries, chunk, first, size) {
  entries.forEach(({ frame }, number) => {
    if (number && frame < entries[number - 1].frame) throw chunk.fail(`Frame ${grouped(frame)} comes too late`, size * (first + number));
  });
}

function readMoves(chunk) {
  return Array.from({ length: chunk ? chunk.rows(20) : 0 }, (_, index) => {
    const at = 20 * index;
    const turn = chunk.bytes[at + 4];
    const columns = [turn & 3, (turn >> 2) & 3];
    columns.push(3 - columns[0] - columns[1]);
    if (turn > 127 || columns[0] > 2 || columns[1] > 2 || columns[0] === columns[1]) {
      throw chunk.fail(`${turn} is none of the 48 orientations`, at + 4);
    }
    const rotation = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    columns.forEach((column, row) => (rotation[3 * row + column] = (turn >> (4 + row)) & 1 ? -1 : 1));
    const translation = [8, 12, 16].map((byte) => chunk.view.getInt32(at + byte, true));
    return { frame: chunk.view.getInt32(at, true), rotation, translation };
  });
}

function readShows(chunk, meshes) {
  return Array.from({ length: chunk ? chunk.rows(8) : 0 }, (_, index) => {
    const [frame, mesh] = [chunk.view.getInt32(8 * index, true), chunk.view.getUint32(8 * index + 4, true)];
    if (mesh >= meshes) throw chunk.fail(`Mesh ${grouped(mesh)} is not one of ${grouped(meshes)}`, 8 * index + 4);
    return { frame, mesh };
  });
}
