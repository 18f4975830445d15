// Chunks of levels of detail and collision shapes in; distances, and boxes and hulls of plain numbers, out. Rules 29 and 30.

import { grouped } from "./trust.js";

const HEAD = 32;
const FARTHEST = 2 ** 30;
const MOST_SHIFT = 30;
const KINDS = ["exact", "outside", "inside"];
// Bytes that the budget counts for a box, a corner and a triangle.
const [BOX, CORNER, TRIANGLE] = [48, 24, 24];

/** Types of chunks that levels above 0 have. */
export const LEVELED = new Set(["MESH", "PART", "PAGE"]);
/** Types of chunks that only readers of extras know. */
export const EXTRAS = new Set(["LODS", "COLL", "TREE"]);

/**
 * Check what the head of a level tells beside that of a mesh.
 * @param {Chunk} head
 * @param {number} before the error of the level below
 * @returns {{error: number, factor: number}} voxels of the full mesh, and how many of them a cell is wide
 */
export function readLevel(head, before) {
  const [error, shift] = [head.view.getFloat32(28, true), head.bytes[33]];
  if (shift > MOST_SHIFT) throw head.fail(`The cells of the level are 2^${shift} voxels wide`, 33);
  if (error < before) throw head.fail("The error is less than that of the level before", 28);
  return { error, factor: 2 ** shift };
}

/** The metres from which each level is shown; 0 without a chunk. */
export function readDistances(chunk, count) {
  if (!chunk) return new Array(count).fill(0);
  chunk.expect(4 * count);
  const distances = Array.from({ length: count }, (_, level) => chunk.view.getFloat32(4 * level, true));
  if (!distances.every((distance) => Number.isFinite(distance) && distance >= 0)) throw chunk.fail("A distance is no number from 0");
  return distances;
}

/**
 * Read a collision shape.
 * @param {Chunk} chunk
 * @param {{shapes: number, limit: number}} totals bytes that the budget counts, and their limit
 * @returns {{fit: string, low: number[][], size: number[][], corners: number[][], triangles: Uint16Array}}
 */
export function readCollision(chunk, totals) {
  const { bytes, view } = chunk;
  if (bytes.length < HEAD) throw chunk.fail("It is too short for a collision shape");
  const [boxes, corners, triangles] = [0, 4, 8].map((byte) => view.getUint32(byte, true));
  const origin = [12, 16, 20].map((byte) => view.getInt32(byte, true));
  const width = bytes[24];
  if (![1, 2, 4].includes(width)) throw chunk.fail("Its numbers are of an unknown width", 24);
  if (!boxes && !triangles) throw chunk.fail("It has neither boxes nor a hull");
  chunk.expect(HEAD + width * (6 * boxes + 3 * corners) + 6 * triangles);
  totals.shapes += BOX * boxes + CORNER * corners + TRIANGLE * triangles;
  if (totals.shapes > totals.limit) throw chunk.fail("It tells of more than the file accounts for");
  const number = { 1: (at) => bytes[at], 2: (at) => view.getUint16(at, true), 4: (at) => view.getUint32(at, true) }[width];
  const three = (at) => [0, 1, 2].map((axis) => number(at + axis * width));
  const point = (at) => three(at).map((value, axis) => value + origin[axis]);
  const low = Array.from({ length: boxes }, (_, box) => point(HEAD + 6 * width * box));
  const size = Array.from({ length: boxes }, (_, box) => three(HEAD + width * (6 * box + 3)).map((cells) => cells + 1));
  const rest = HEAD + 6 * width * boxes;
  const found = Array.from({ length: corners }, (_, corner) => point(rest + 3 * width * corner));
  const near = (values) => values.every((value) => Math.abs(value) <= FARTHEST);
  if (![...low, ...found].every(near) || !low.every((at, box) => near(at.map((value, axis) => value + size[box][axis])))) {
    throw chunk.fail("It lies too far away", 12);
  }
  const start = rest + 3 * width * corners;
  const sides = Uint16Array.from({ length: 3 * triangles }, (_, side) => view.getUint16(start + 2 * side, true));
  const wrong = sides.findIndex((corner) => corner >= corners);
  if (wrong >= 0) throw chunk.fail(`There is no corner ${grouped(sides[wrong])}`, start + 2 * wrong);
  return { fit: KINDS[bytes[25]] ?? KINDS[1], low, size, corners: found, triangles: sides };
}
