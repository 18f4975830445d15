// The content of a TREE chunk in; nodes with their children, boxes and errors out. Rule 32 of the verdict.

import { grouped } from "./trust.js";

const RECORD = 44;
const NO_MESH = 65_535;
const [MOST_CHILDREN, MOST_SHIFT, FARTHEST] = [8, 30, 2 ** 30];

/**
 * Read a tree.
 * @param {Chunk} chunk
 * @param {number} meshes how many there are
 * @returns {{mesh: number, children: object[], parent: object | null, factor: number, error: number, place: number[], low: number[], high: number[]}[]}
 *   breadth-first; mesh is -1 for none
 */
export function readTree(chunk, meshes) {
  const count = chunk.rows(RECORD);
  if (!count) throw chunk.fail("It has no node");
  const nodes = Array.from({ length: count }, (_, number) => readNode(chunk, number, meshes));
  const seen = new Set();
  let next = 1;
  nodes.forEach((node, number) => {
    const fail = (message, byte) => chunk.fail(`Node ${grouped(number)}: ${message}`, RECORD * number + byte);
    if (node.mesh >= 0 && seen.has(node.mesh)) throw fail("a mesh is there twice", 40);
    seen.add(node.mesh);
    if (next <= number || next + node.count > count) throw fail("its children are not those of a tree", 42);
    node.children = nodes.slice(next, (next += node.count));
    for (const child of node.children) {
      child.parent = node;
      if ([0, 1, 2].some((axis) => child.low[axis] < node.low[axis] || child.high[axis] > node.high[axis])) throw fail("a child reaches out of its box", 12);
      if (child.error > node.error) throw fail("a child has a larger error", 36);
    }
  });
  if (next !== count) throw chunk.fail("Its nodes are not those of one tree");
  return nodes;
}

function readNode(chunk, number, meshes) {
  const { view, bytes } = chunk;
  const at = RECORD * number;
  const fail = (message, byte) => chunk.fail(`Node ${grouped(number)}: ${message}`, at + byte);
  const three = (byte) => [0, 4, 8].map((step) => view.getInt32(at + byte + step, true));
  const [place, low, high] = [three(0), three(12), three(24)];
  const [error, mesh, count, shift] = [view.getFloat32(at + 36, true), view.getUint16(at + 40, true), bytes[at + 42], bytes[at + 43]];
  if (count > MOST_CHILDREN) throw fail("it has more than 8 children", 42);
  if (mesh >= meshes && (mesh !== NO_MESH || !count)) throw fail("there is no such mesh", 40);
  if (!Number.isFinite(error) || error < 0) throw fail("its error is no number from 0", 36);
  if (shift > MOST_SHIFT) throw fail("its cells are too wide", 43);
  if ([...place, ...low, ...high].some((value) => Math.abs(value) > FARTHEST)) throw fail("it lies too far away", 0);
  if (low.some((value, axis) => value > high[axis])) throw fail("its box has no size", 12);
  return { number, mesh: mesh < meshes ? mesh : -1, count, children: [], parent: null, factor: 2 ** shift, error, place, low, high };
}
