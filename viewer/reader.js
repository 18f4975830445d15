// The bytes of a .tvx file in, a checked scene of typed arrays out. Nothing in the file is trusted; see docs/tvx.md.

export class TvxError extends Error {
  constructor(message, chunk = "", offset = -1) {
    const place = [chunk && `${chunk} chunk`, offset >= 0 && `at byte ${offset.toLocaleString("en")}`].filter(Boolean);
    super(place.length ? `${place.join(" ")}: ${message}` : message);
    this.name = "TvxError";
    this.chunk = chunk;
    this.offset = offset;
  }
}

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

export const FLAT = 1;
export const QUADS = 2;

// Axis of the normal, u and v of each direction.
export const DIRECTIONS = [
  { axis: 0, sign: 1, u: 1, v: 2 },
  { axis: 0, sign: -1, u: 2, v: 1 },
  { axis: 1, sign: 1, u: 2, v: 0 },
  { axis: 1, sign: -1, u: 0, v: 2 },
  { axis: 2, sign: 1, u: 0, v: 1 },
  { axis: 2, sign: -1, u: 1, v: 0 },
];

const MAGIC = [0x54, 0x56, 0x58, 0x0d, 0x0a, 0x1a, 0x0a, 0x00];
const HEADER = 24;
const FRAME = 24;
const LARGEST_RATIO = 1032;
const SCENE_TYPES = ["INFO", "PALT", "MATL", "STRS", "LAYR", "NODE", "MOVE", "SHOW"];
const KNOWN = new Set([...SCENE_TYPES, "MESH", "PART", "VERT", "POLY", "TRI2", "TRI4", "TEXL"]);

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(...arrays) {
  let value = -1;
  for (const bytes of arrays) {
    for (let i = 0; i < bytes.length; i++) value = CRC_TABLE[(value ^ bytes[i]) & 255] ^ (value >>> 8);
  }
  return ~value >>> 0;
}

class Chunk {
  constructor(type, offset, bytes, packed) {
    this.type = type;
    this.offset = offset;
    this.bytes = bytes;
    this.packed = packed;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  fail(message, byte = 0) {
    return new TvxError(message, this.type, this.packed ? this.offset : this.offset + (byte ? FRAME + byte : 0));
  }

  expect(size) {
    if (this.bytes.length !== size) throw this.fail(`it has ${this.bytes.length} bytes, not ${size}`);
  }

  rows(size) {
    if (this.bytes.length % size) throw this.fail(`its ${this.bytes.length} bytes are no whole records of ${size}`);
    return this.bytes.length / size;
  }
}

/**
 * Read a whole file.
 * @param {ArrayBuffer} buffer
 * @returns {Promise<object>} name, voxelSize, upAxis, palette, materials, layers, nodes, meshes, bytes
 */
export async function readTvx(buffer) {
  const chunks = await readChunks(new Uint8Array(buffer));
  const required = (type) => chunks.get(type) ?? missing(type);
  const info = required("INFO");
  const palette = required("PALT");
  info.expect(32);
  palette.expect(1024);
  const voxelSize = info.view.getFloat64(0, true);
  const upAxis = info.view.getUint8(8);
  if (!Number.isFinite(voxelSize) || voxelSize <= 0) throw info.fail("the voxel size is no positive number");
  if (upAxis > 2 || info.view.getUint8(9) > 1 || info.view.getUint16(10, true)) {
    throw info.fail("it has an up axis or flags that this version does not know", 8);
  }
  const meshCount = info.view.getUint32(12, true);
  const names = readNames(chunks.get("STRS"));
  const meshes = [];
  for (let mesh = 0; mesh < meshCount; mesh++) meshes.push(readMesh(chunks, mesh));
  const layers = readLayers(chunks.get("LAYR"), names);
  return {
    name: names(info, 24),
    bytes: buffer.byteLength,
    voxelSize,
    upAxis,
    palette: palette.bytes,
    materials: readMaterials(chunks.get("MATL")),
    layers,
    nodes: readNodes(chunks, names, meshCount),
    meshes,
  };
}

function missing(type, mesh, part) {
  throw new TvxError(mesh === undefined ? "the file has none" : `there is none of mesh ${mesh}, part ${part}`, type);
}

async function readChunks(data) {
  if (!data.length) throw new TvxError("the file is empty");
  if (MAGIC.some((byte, index) => index < data.length && data[index] !== byte)) {
    throw new TvxError("this is no .tvx file: it does not begin with TVX");
  }
  if (data.length < HEADER) throw new TvxError("the file ends inside its header", "", data.length);
  const view = new DataView(data.buffer);
  const major = view.getUint16(8, true);
  if (major !== 1) throw new TvxError(`version ${major} of the format is not known here`, "", 8);
  if (view.getBigUint64(16, true) !== BigInt(data.length)) {
    throw new TvxError(`the file has ${data.length} bytes, not ${view.getBigUint64(16, true)} as it says`, "", 16);
  }
  const chunks = new Map();
  let offset = HEADER;
  for (let left = view.getUint32(12, true); left > 0; left--) {
    offset = await readChunk(data, view, offset, chunks);
  }
  if (offset !== data.length) throw new TvxError("there are bytes after the last chunk", "", offset);
  return chunks;
}

async function readChunk(data, view, offset, chunks) {
  if (data.length - offset < FRAME) throw new TvxError("the file ends where a chunk should begin", "", offset);
  const letters = data.subarray(offset, offset + 4);
  const type = String.fromCharCode(...letters.map((code) => (code > 32 && code < 127 ? code : 63)));
  const stored = view.getUint32(offset + 12, true);
  const size = view.getUint32(offset + 16, true);
  const begin = offset + FRAME;
  const end = begin + stored;
  const after = Math.ceil(end / 8) * 8;
  const fail = (message) => new TvxError(message, type, offset);
  if (after > data.length) throw fail(`the chunk has ${stored} bytes, more than are left`);
  const bytes = data.subarray(begin, end);
  if (crc32(data.subarray(offset, offset + 20), bytes) !== view.getUint32(offset + 20, true)) {
    throw fail("the checksum is wrong: the file is damaged");
  }
  if (data.subarray(end, after).some(Boolean)) throw fail("the bytes that fill the chunk up are not zero");
  if (!KNOWN.has(type) || data[offset + 5] !== 0) return after;
  const flags = data[offset + 4];
  if (flags > 1 || data[offset + 6] || data[offset + 7]) throw fail("the chunk has flags that this version does not know");
  const mesh = view.getUint16(offset + 8, true);
  const part = view.getUint16(offset + 10, true);
  const key = mesh || part || !SCENE_TYPES.includes(type) ? `${type} ${mesh} ${part}` : type;
  if (chunks.has(key)) throw fail(`there are two of mesh ${mesh}, part ${part}`);
  if (!flags && size !== stored) throw fail(`it has ${stored} bytes, not ${size} as it says`);
  chunks.set(key, new Chunk(type, offset, flags ? await inflate(bytes, size, fail) : bytes, flags === 1));
  return after;
}

async function inflate(bytes, size, fail) {
  if (size > LARGEST_RATIO * bytes.length) throw fail(`${bytes.length} bytes cannot hold the ${size} that it says`);
  const pieces = [];
  let filled = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      filled += value.length;
      if (filled > size) throw fail(`the compressed bytes do not end after ${size} bytes`);
      pieces.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error instanceof TvxError ? error : fail("the compressed bytes are damaged");
  }
  if (filled !== size) throw fail(`it has ${filled} bytes, not ${size} as it says`);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function readNames(strings) {
  const bytes = strings ? strings.bytes : new Uint8Array(0);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return (chunk, byte) => {
    const start = chunk.view.getUint32(byte, true);
    const length = chunk.view.getUint32(byte + 4, true);
    if (start + length > bytes.length) throw chunk.fail("a name reaches beyond the names", byte);
    try {
      return decoder.decode(bytes.subarray(start, start + length));
    } catch {
      throw chunk.fail("a name is no UTF-8", byte);
    }
  };
}

function readMaterials(chunk) {
  if (!chunk) return Array.from({ length: 256 }, () => ({ kind: 0, emission: 0, transparency: 0 }));
  const count = (chunk.bytes.length - 256) / 48;
  if (count < 1 || !Number.isInteger(count)) throw chunk.fail(`it has ${chunk.bytes.length} bytes, not 256 and some records of 48`);
  const records = Array.from({ length: count }, (_, number) => {
    const at = 256 + 48 * number;
    const kind = chunk.bytes[at];
    if (kind > 5 || chunk.bytes[at + 1] > 3) throw chunk.fail(`record ${number} has an unknown class`, at);
    for (let word = 4; word < 48; word += 4) {
      if (!Number.isFinite(chunk.view.getFloat32(at + word, true))) throw chunk.fail(`record ${number} has a value that is no number`, at);
    }
    return { kind, emission: chunk.view.getFloat32(at + 12, true), transparency: chunk.view.getFloat32(at + 24, true) };
  });
  return Array.from(chunk.bytes.subarray(0, 256), (number, index) => {
    if (number >= count) throw chunk.fail(`palette index ${index} has record ${number}, but there are ${count}`, index);
    return records[number];
  });
}

function readLayers(chunk, names) {
  const layers = new Map();
  for (let at = 0, left = chunk ? chunk.rows(16) : 0; left > 0; left--, at += 16) {
    const id = chunk.view.getInt32(at, true);
    const flags = chunk.bytes[at + 12];
    if (layers.has(id) || flags > 3) throw chunk.fail(`layer ${id} is there twice or has unknown flags`, at);
    layers.set(id, { name: names(chunk, at + 4), hidden: (flags & 1) !== 0 });
  }
  return layers;
}

function readNodes(chunks, names, meshCount) {
  const moves = readMoves(chunks.get("MOVE"));
  const shows = readShows(chunks.get("SHOW"), meshCount);
  const nodes = [];
  const used = [0, 0];
  const chunk = chunks.get("NODE");
  for (let at = 0, left = chunk ? chunk.rows(36) : 0; left > 0; left--, at += 36) {
    const parent = chunk.view.getInt32(at + 8, true);
    const kind = chunk.bytes[at + 12];
    const flags = chunk.bytes[at + 13];
    const [moveStart, moveCount, showStart, showCount] = [20, 24, 28, 32].map((byte) => chunk.view.getUint32(at + byte, true));
    if (parent < -1 || parent >= nodes.length) throw chunk.fail(`the parent ${parent} does not come before its node`, at);
    if (kind > 1 || flags > 7 || chunk.view.getUint16(at + 14, true)) throw chunk.fail("a node has an unknown kind or flags", at);
    if (moveStart !== used[0] || showStart !== used[1]) throw chunk.fail("transforms or meshes do not follow one another", at);
    if (!moveCount || kind !== (showCount ? 1 : 0)) throw chunk.fail("a node lacks transforms or meshes", at);
    used[0] += moveCount;
    used[1] += showCount;
    if (used[0] > moves.length || used[1] > shows.length) throw chunk.fail("a node has more entries than there are", at);
    nodes.push({
      name: names(chunk, at),
      parent,
      hidden: (flags & 1) !== 0,
      layer: flags & 2 ? chunk.view.getInt32(at + 16, true) : null,
      ...moves[moveStart],
      mesh: showCount ? shows[showStart] : -1,
    });
  }
  if (used[0] !== moves.length || used[1] !== shows.length) throw new TvxError("there are entries of no node", "NODE");
  return nodes;
}

function readMoves(chunk) {
  return Array.from({ length: chunk ? chunk.rows(20) : 0 }, (_, index) => {
    const at = 20 * index;
    const turn = chunk.bytes[at + 4];
    const columns = [turn & 3, (turn >> 2) & 3];
    columns.push(3 - columns[0] - columns[1]);
    if (turn > 127 || columns[0] > 2 || columns[1] > 2 || columns[0] === columns[1]) {
      throw chunk.fail(`${turn} is none of the 48 orientations`, at);
    }
    const rotation = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    columns.forEach((column, row) => (rotation[3 * row + column] = (turn >> (4 + row)) & 1 ? -1 : 1));
    return { rotation, translation: [8, 12, 16].map((byte) => chunk.view.getInt32(at + byte, true)) };
  });
}

function readShows(chunk, meshCount) {
  return Array.from({ length: chunk ? chunk.rows(8) : 0 }, (_, index) => {
    const mesh = chunk.view.getUint32(8 * index + 4, true);
    if (mesh >= meshCount) throw chunk.fail(`mesh ${mesh} is not one of ${meshCount}`, 8 * index);
    return mesh;
  });
}

function readMesh(chunks, mesh) {
  const get = (type, part) => chunks.get(`${type} ${mesh} ${part}`) ?? missing(type, mesh, part);
  const head = get("MESH", 0);
  head.expect(32);
  const { view } = head;
  const mode = MODES[head.bytes[24]];
  if (mode === undefined || head.bytes[25] || view.getUint16(30, true)) throw head.fail("the mesh has an unknown mode", 24);
  const pages = Array.from({ length: view.getUint16(28, true) }, (_, page) => readPage(get("TEXL", page)));
  const parts = Array.from({ length: view.getUint16(26, true) }, (_, part) => {
    const wide = chunks.has(`TRI4 ${mesh} ${part}`);
    return readPart(get("PART", part), get("VERT", part), get("POLY", part), get(wide ? "TRI4" : "TRI2", part), pages);
  });
  return {
    size: [0, 4, 8].map((byte) => view.getUint32(byte, true)),
    pivot: [12, 16, 20].map((byte) => view.getInt32(byte, true)),
    mode,
    pages,
    parts,
  };
}

function readPage(chunk) {
  if (chunk.bytes.length < 8) throw chunk.fail("it is too short for the size of a page");
  const width = chunk.view.getUint32(0, true);
  const height = chunk.view.getUint32(4, true);
  if (width * height !== chunk.bytes.length - 8) throw chunk.fail(`it has no ${width} x ${height} texels`);
  return { width, height, texels: chunk.bytes.subarray(8) };
}

function readPart(head, vertexChunk, polygonChunk, triangleChunk, pages) {
  head.expect(80);
  const word = (byte) => head.view.getUint32(byte, true);
  const [vertexCount, polygonCount, triangleCount] = [12, 16, 20].map(word);
  const wordSize = triangleChunk.type === "TRI4" ? 4 : 2;
  vertexChunk.expect(3 * vertexCount);
  polygonChunk.expect(8 * polygonCount);
  triangleChunk.expect(4 * wordSize * triangleCount);
  const Words = wordSize === 4 ? Uint32Array : Uint16Array;
  const vertices = unpackRows(vertexChunk, 3);
  const polygons = unpackRows(polygonChunk, 8);
  const { buffer, byteOffset } = triangleChunk.bytes;
  const stored = new Words(buffer, byteOffset, 4 * triangleCount);
  const triangles = triangleChunk.packed ? unpackTriangles(triangleChunk.bytes, new Words(4 * triangleCount)) : stored;
  const part = {
    origin: [0, 4, 8].map((byte) => head.view.getInt32(byte, true)),
    vertices,
    polygons,
    triangles,
    ranges: Array.from({ length: 13 }, (_, range) => word(24 + 4 * range)),
    vertexCount,
    polygonCount,
    triangleCount,
  };
  checkPolygons(part, polygonChunk, pages.length);
  checkTriangles(part, head, triangleChunk, pages);
  return part;
}

function unpackRows(chunk, columns) {
  if (!chunk.packed) return chunk.bytes;
  const rows = chunk.bytes.length / columns;
  const unpacked = new Uint8Array(chunk.bytes.length);
  for (let column = 0, from = 0; column < columns; column++) {
    for (let row = 0, value = 0; row < rows; row++) {
      value += chunk.bytes[from++];
      unpacked[row * columns + column] = value;
    }
  }
  return unpacked;
}

function unpackTriangles(bytes, words) {
  const triangles = words.length / 4;
  const size = words.BYTES_PER_ELEMENT;
  const undo = (start, count, target) => {
    for (let i = 0, value = 0; i < count; i++) {
      for (let byte = 0; byte < size; byte++) value += bytes[start + byte * count + i] * 2 ** (8 * byte);
      value %= 2 ** (8 * size);
      words[target(i)] = value;
    }
  };
  undo(0, 3 * triangles, (i) => 4 * Math.floor(i / 3) + (i % 3));
  undo(3 * triangles * size, triangles, (i) => 4 * i + 3);
  return words;
}

function checkPolygons(part, chunk, pages) {
  const { polygons } = part;
  for (let at = 0; at < polygons.length; at += 8) {
    const [face, material, flags, value] = polygons.subarray(at + 4, at + 8);
    const known = (face & 7) < 6 && face < 128 && (material < 6 || material === 255) && flags < 4;
    if (!known || (!(flags & FLAT) && value >= pages)) {
      throw chunk.fail(`polygon ${at / 8} has an unknown direction, class, flag or page`, at);
    }
  }
}

function checkTriangles(part, head, chunk, pages) {
  const { vertices, triangles, ranges, vertexCount, polygonCount, triangleCount } = part;
  const records = new DataView(part.polygons.buffer, part.polygons.byteOffset, part.polygons.byteLength);
  const size = 4 * triangles.BYTES_PER_ELEMENT;
  if (ranges[0] || ranges[12] !== triangleCount || ranges.some((start, range) => range && start < ranges[range - 1])) {
    throw head.fail("the ranges of directions do not cover the triangles one after another");
  }
  for (let range = 0; range < 12; range++) {
    const { axis, u, v } = DIRECTIONS[range % 6];
    for (let triangle = ranges[range]; triangle < ranges[range + 1]; triangle++) {
      const [a, b, c, polygon] = triangles.subarray(4 * triangle, 4 * triangle + 4);
      if (Math.max(a, b, c) >= vertexCount || polygon >= polygonCount) {
        throw chunk.fail(`triangle ${triangle} has an index that is out of range`, triangle * size);
      }
      const face = part.polygons[8 * polygon + 4];
      if ((face & 7) + (face & 64 ? 6 : 0) !== range) throw chunk.fail(`triangle ${triangle} is in the wrong range`, triangle * size);
      const plane = vertices[3 * a + axis];
      if (plane !== vertices[3 * b + axis] || plane !== vertices[3 * c + axis]) {
        throw chunk.fail(`triangle ${triangle} does not lie in a plane of its direction`, triangle * size);
      }
      if (part.polygons[8 * polygon + 6] & FLAT) continue;
      const page = pages[part.polygons[8 * polygon + 7]];
      for (const vertex of [a, b, c]) {
        let [s, t] = face & 8 ? [vertices[3 * vertex + v], vertices[3 * vertex + u]] : [vertices[3 * vertex + u], vertices[3 * vertex + v]];
        s = (face & 16 ? -s : s) + records.getInt16(8 * polygon, true);
        t = (face & 32 ? -t : t) + records.getInt16(8 * polygon + 2, true);
        if (s < 0 || t < 0 || s > page.width || t > page.height) {
          throw chunk.fail(`triangle ${triangle} shows texels beyond its page`, triangle * size);
        }
      }
    }
  }
}

/**
 * Number the polygons of a part: triangles of one record, or the two of a rectangle that share their diagonal.
 * @param {object} part
 * @returns {Uint32Array} a number for each triangle
 */
export function polygonNumbers(part) {
  const { vertices, polygons, triangles, triangleCount } = part;
  const numbers = new Uint32Array(triangleCount);
  const rectangles = new Map();
  let next = part.polygonCount;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const corners = triangles.subarray(4 * triangle, 4 * triangle + 3);
    const polygon = triangles[4 * triangle + 3];
    numbers[triangle] = polygon;
    if (!(polygons[8 * polygon + 6] & QUADS)) continue;
    for (let side = 0; side < 3; side++) {
      const a = corners[side];
      const b = corners[(side + 1) % 3];
      let differences = 0;
      for (let axis = 0; axis < 3; axis++) differences += vertices[3 * a + axis] !== vertices[3 * b + axis] ? 1 : 0;
      if (differences < 2) continue;
      const key = `${polygon} ${Math.min(a, b)} ${Math.max(a, b)}`;
      if (!rectangles.has(key)) rectangles.set(key, next++);
      numbers[triangle] = rectangles.get(key);
      break;
    }
  }
  return numbers;
}
