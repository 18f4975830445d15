// The address of a file in; its directory, its scene and single meshes, each by a request for a range of bytes, out.

import { chunkOf, HEADER, limitsOf, readDirectory, readHead, readMesh, readScene } from "./reader.js";
import { readTree } from "./tree.js";
import { TvxError } from "./trust.js";

/** All bytes of an answer, while something is told how many there are. */
export async function loaded(response, progress) {
  const length = Number(response.headers.get("Content-Length"));
  if (!response.body || !length) return response.arrayBuffer();
  const reader = response.body.getReader();
  const pieces = [];
  for (let filled = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    progress((filled += value.length) / length);
  }
  return new Blob(pieces).arrayBuffer();
}

export class Remote {
  /** @param {string} address */
  constructor(address) {
    this.address = address;
    // Requests that were made: first byte, and bytes.
    this.requests = [];
    this.whole = null;
  }

  /** Some bytes of the file; all of it is kept where the server knows no ranges. */
  async bytes(start, size) {
    if (this.whole) return this.whole.subarray(start, start + size);
    this.requests.push([start, size]);
    const response = await fetch(this.address, { headers: { Range: `bytes=${start}-${start + size - 1}` } });
    if (!response.ok) throw new Error(`The server says ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 206) {
      this.whole = bytes;
      return this.bytes(start, size);
    }
    if (bytes.length !== size) throw new TvxError(`The server gave ${bytes.length} bytes, not ${size}`);
    return bytes;
  }

  /**
   * Read all that is no part of a mesh.
   * @returns {Promise<object | null>} a file as `readTvx` gives it, without meshes, and with its tree; null if it cannot be read by parts
   */
  async open() {
    const head = await this.bytes(0, HEADER);
    const { form, length, directory } = readHead(head);
    if (form) return null;
    this.limits = limitsOf(length);
    if (directory > length) throw new TvxError("The file has no room for its chunks", "", 24);
    const start = new Uint8Array(directory);
    start.set(head);
    start.set(await this.bytes(HEADER, directory - HEADER), HEADER);
    this.entries = readDirectory(start, length, this.limits, length);
    if (!this.entries.some(({ type, level }) => type === "TREE" && !level)) return null;
    // What comes before the first part is small, and wanted at once.
    const end = Math.min(...this.entries.filter(({ type }) => type === "PART" || type === "PAGE").map(({ offset }) => offset), length);
    this.scene = { start: directory, bytes: await this.bytes(directory, end - directory) };
    this.find = new Map(this.entries.filter(({ level }) => !level).map((entry) => [entry.key, entry]));
    this.ofMesh = new Map();
    for (const entry of this.find.values()) {
      if (entry.type !== "PART" && entry.type !== "PAGE") continue;
      if (!this.ofMesh.has(entry.mesh)) this.ofMesh.set(entry.mesh, []);
      this.ofMesh.get(entry.mesh).push(entry);
    }
    const open = (type, mesh = 0, number = 0) => this.chunk(this.scene, type, mesh, number);
    const scene = await readScene(open, (type) => this.find.has(`${type} 0 0`), this.limits);
    this.names = scene.names;
    const tree = readTree(await open("TREE"), scene.meshCount);
    return { ...scene, bytes: length, meshes: [], nodes: [], tree };
  }

  chunk(block, type, mesh, number) {
    const entry = this.find.get(`${type} ${mesh} ${number}`);
    if (!entry) throw new TvxError(`The file has no ${type} chunk of mesh ${mesh}, number ${number}`);
    const from = entry.offset - block.start;
    return chunkOf(entry, block.bytes.subarray(from, from + entry.stored), true);
  }

  /** Bytes of the content of a mesh, as the directory has it. */
  content(mesh) {
    return (this.ofMesh.get(mesh) ?? []).reduce((sum, { content }) => sum + content, 0);
  }

  /** Load a mesh by one request. */
  async mesh(number) {
    const entries = this.ofMesh.get(number) ?? [];
    const start = Math.min(...entries.map(({ offset }) => offset));
    const end = Math.max(...entries.map(({ offset, stored }) => offset + stored));
    const block = entries.length ? { start, bytes: await this.bytes(start, end - start) } : this.scene;
    const open = async (type, mesh, part) => this.chunk(type === "MESH" ? this.scene : block, type, mesh, part);
    return readMesh(number, open, this.names, { triangles: 0, area: 0, limit: this.limits.bytes });
  }
}
