// The content of a PART chunk in; polygon records, rectangles and triangles of 8 bytes out. Rules 22 to 26 of the verdict.

import { grouped } from "./trust.js";

export const FLAT = 128;
export const TRANSPARENT = 64;

/** Axis of the normal, u and v of each direction. */
export const DIRECTIONS = [
  { axis: 0, sign: 1, u: 1, v: 2 },
  { axis: 0, sign: -1, u: 2, v: 1 },
  { axis: 1, sign: 1, u: 2, v: 0 },
  { axis: 1, sign: -1, u: 0, v: 2 },
  { axis: 2, sign: 1, u: 0, v: 1 },
  { axis: 2, sign: -1, u: 1, v: 0 },
];

const HEAD = 104;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Read a part, coded or not.
 * @returns {object} origin, extent, polygons, rectangles, triangles (Uint8Array, 8 bytes a record), and how many of the last two are in each range
 */
export function readPart(chunk, totals) {
  const { bytes, view, entry } = chunk;
  if (bytes.length < HEAD) throw chunk.fail("It is too short for a part");
  const words = (start) => Array.from({ length: 12 }, (_, range) => view.getUint32(start + 4 * range, true));
  const [records, rectangleCounts, triangleCounts] = [view.getUint32(0, true), words(4), words(52)];
  const [R, T] = [sum(rectangleCounts), sum(triangleCounts)];
  if (records > 65_536) throw chunk.fail(`${grouped(records)} polygon records are too many`);
  totals.triangles += T;
  if (8 * totals.triangles > totals.limit) throw chunk.fail("The parts have more triangles than the file accounts for", 52);
  const part = { origin: entry.origin, extent: entry.extent, rectangleCounts, triangleCounts };
  if (!entry.coded) {
    chunk.expect(HEAD + 8 * (records + R + T));
    const at = [0, records, records + R, records + R + T].map((count) => HEAD + 8 * count);
    return {
      ...part,
      polygons: bytes.subarray(at[0], at[1]),
      rectangles: bytes.subarray(at[1], at[2]),
      triangles: bytes.subarray(at[2], at[3]),
    };
  }
  const N = view.getUint32(100, true);
  if (N > T) throw chunk.fail("There are more trees than triangles", 100);
  const start = HEAD + 8 * records + 7 * R;
  chunk.expect(start + 8 * N + Math.ceil((N + 2 * T) / 8) + 2 * (T - N));
  return {
    ...part,
    polygons: fromColumns(bytes.subarray(HEAD, HEAD + 8 * records), records),
    rectangles: fromDifferences(bytes.subarray(HEAD + 8 * records, start), R),
    triangles: fromTrees(bytes.subarray(start), N, T, records, chunk),
  };
}

function fromColumns(bytes, count) {
  const records = new Uint8Array(8 * count);
  for (let column = 0, from = 0; column < 8; column++) {
    for (let record = 0; record < count; record++) records[8 * record + column] = bytes[from++];
  }
  return records;
}

function fromDifferences(bytes, count) {
  const rectangles = new Uint8Array(8 * count);
  // Five bytes of place and size, then the two of the record, behind a byte that is left out.
  [0, 1, 2, 3, 4, 6, 7].forEach((target, column) => {
    const from = column * count;
    for (let record = 0, value = 0; record < count; record++) {
      value = column < 3 ? value + bytes[from + record] : bytes[from + record];
      rectangles[8 * record + target] = value;
    }
  });
  return rectangles;
}

/** Trees of triangles, level by level: each is known by the side over which it is reached, and one more corner. */
function fromTrees(bytes, N, T, records, chunk) {
  // Two corners of each side in the queue, as u | v << 8, and the record.
  const queue = { a: new Uint16Array(N + 2 * T), b: new Uint16Array(N + 2 * T), record: new Uint16Array(N + 2 * T), length: 0 };
  const found = { corners: new Uint16Array(3 * T), records: new Uint16Array(T), count: 0 };
  const moved = (corner, u, v) => ((corner + u) & 255) | ((((corner >> 8) + v) & 255) << 8);
  const push = (a, b, record) => {
    queue.a[queue.length] = a;
    queue.b[queue.length] = b;
    queue.record[queue.length++] = record;
  };
  const add = (a, b, c, record) => {
    found.corners.set([a, b, c], 3 * found.count);
    found.records[found.count++] = record;
  };
  let first = 0;
  for (let tree = 0; tree < N; tree++) {
    const column = (number) => bytes[(2 + number) * N + tree];
    const record = bytes[tree] | (bytes[N + tree] << 8);
    if (record >= records) throw chunk.fail(`Tree ${grouped(tree)} has a record that is not there`);
    first = moved(first, column(0), column(1));
    const [second, third] = [moved(first, column(2), column(3)), moved(first, column(4), column(5))];
    add(first, second, third, record);
    push(first, second, record);
    push(second, third, record);
    push(third, first, record);
  }
  const bits = 8 * N;
  const us = bits + Math.ceil((N + 2 * T) / 8);
  const vs = us + T - N;
  for (let side = 0, next = 0; side < queue.length; side++) {
    if (!((bytes[bits + (side >> 3)] >> (side & 7)) & 1)) continue;
    if (found.count === T) throw chunk.fail("The trees have more triangles than there are");
    const [a, b, record] = [queue.a[side], queue.b[side], queue.record[side]];
    const c = moved(a, bytes[us + next], bytes[vs + next]);
    next++;
    add(b, a, c, record);
    push(a, c, record);
    push(c, b, record);
  }
  if (found.count !== T) throw chunk.fail("The trees have fewer triangles than there are");
  return sorted(found, records);
}

function sorted({ corners, records, count }, kinds) {
  const next = new Uint32Array(kinds + 1);
  for (const record of records) next[record + 1]++;
  for (let record = 0; record < kinds; record++) next[record + 1] += next[record];
  const words = new Uint16Array(4 * count);
  for (let triangle = 0; triangle < count; triangle++) {
    const to = 4 * next[records[triangle]]++;
    words.set(corners.subarray(3 * triangle, 3 * triangle + 3), to);
    words[to + 3] = records[triangle];
  }
  return new Uint8Array(words.buffer);
}

/** Rules 23 to 26. */
export function checkPart(part, chunk, pages) {
  const { polygons } = part;
  for (let at = 0; at < polygons.length; at += 8) {
    const [face, material, value] = [polygons[at + 4], polygons[at + 5], polygons[at + 6]];
    if ((face & 7) > 5 || (material > 5 && material !== 255)) throw chunk.fail(`Polygon ${grouped(at / 8)} has an unknown direction or class`, HEAD + at);
    if (face & FLAT ? !value : value >= pages.length) throw chunk.fail(`Polygon ${grouped(at / 8)} has no color or no page`, HEAD + at + 6);
  }
  checkRectangles(part, chunk, pages);
  checkTriangles(part, chunk, pages);
}

/** A function that says whether a corner has its texel in the page of a record. */
function texelTest({ polygons }, pages) {
  const view = new DataView(polygons.buffer, polygons.byteOffset, polygons.byteLength);
  return (record, u, v) => {
    const at = 8 * record;
    const face = polygons[at + 4];
    if (face & FLAT) return true;
    const page = pages[polygons[at + 6]];
    let [a, b] = face & 8 ? [v, u] : [u, v];
    a = (face & 16 ? -a : a) + view.getInt16(at, true);
    b = (face & 32 ? -b : b) + view.getInt16(at + 2, true);
    return a >= 0 && b >= 0 && a <= page.width && b <= page.height;
  };
}

const rangeOf = (face) => (face & 7) + (face & TRANSPARENT ? 6 : 0);

function checkRectangles(part, chunk, pages) {
  const { rectangles, polygons, extent, rectangleCounts } = part;
  const inPage = texelTest(part, pages);
  const place = HEAD + polygons.length;
  for (let range = 0, at = 0; range < 12; range++) {
    const { axis, u, v } = DIRECTIONS[range % 6];
    for (const end = at + 8 * rectangleCounts[range]; at < end; at += 8) {
      const fail = (message) => chunk.fail(`Rectangle ${grouped(at / 8)} ${message}`, place + at);
      const record = rectangles[at + 6] | (rectangles[at + 7] << 8);
      if (8 * record >= polygons.length) throw fail("has a record that is not there");
      if (rangeOf(polygons[8 * record + 4]) !== range) throw fail("is in the wrong range");
      const [w, h] = [rectangles[at + 3], rectangles[at + 4]];
      const [left, low] = [rectangles[at + u], rectangles[at + v]];
      if (!w || !h) throw fail("is empty");
      if (rectangles[at + axis] > extent[axis] || left + w > extent[u] || low + h > extent[v]) throw fail("reaches out of its box");
      if (!inPage(record, left, low) || !inPage(record, left + w, low + h)) throw fail("shows texels beyond its page");
    }
  }
}

function checkTriangles(part, chunk, pages) {
  const { triangles, rectangles, polygons, extent, triangleCounts } = part;
  const inPage = texelTest(part, pages);
  const place = HEAD + polygons.length + rectangles.length;
  for (let range = 0, at = 0, before = 0; range < 12; range++) {
    const { axis, u, v } = DIRECTIONS[range % 6];
    for (const end = at + 8 * triangleCounts[range]; at < end; at += 8) {
      const fail = (message) => chunk.fail(`Triangle ${grouped(at / 8)} ${message}`, chunk.entry.coded ? 0 : place + at);
      const record = triangles[at + 6] | (triangles[at + 7] << 8);
      if (8 * record >= polygons.length) throw fail("has a record that is not there");
      if (record < before) throw fail("does not come in the order of records");
      before = record;
      if (rangeOf(polygons[8 * record + 4]) !== range) throw fail("is in the wrong range");
      const [au, av, bu, bv, cu, cv] = triangles.subarray(at, at + 6);
      if (polygons[8 * record + 7] > extent[axis] || Math.max(au, bu, cu) > extent[u] || Math.max(av, bv, cv) > extent[v]) {
        throw fail("reaches out of its box");
      }
      if ((bu - au) * (cv - av) - (bv - av) * (cu - au) <= 0) throw fail("is empty or goes round clockwise");
      if (!inPage(record, au, av) || !inPage(record, bu, bv) || !inPage(record, cu, cv)) throw fail("shows texels beyond its page");
    }
  }
}
