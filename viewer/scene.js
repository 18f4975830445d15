// Nodes of a file in; which stand where in a frame, the box of all that is seen, and counts out.

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const RESTING = { rotation: IDENTITY, translation: [0, 0, 0] };

export function turned(r, p) {
  return [
    r[0] * p[0] + r[1] * p[1] + r[2] * p[2],
    r[3] * p[0] + r[4] * p[1] + r[5] * p[2],
    r[6] * p[0] + r[7] * p[1] + r[8] * p[2],
  ];
}

function composed(a, b) {
  if (a === IDENTITY) return b;
  const product = new Array(9);
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      product[row + column] = a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
    }
  }
  return product;
}

/** The number of an orientation as files have it: the columns of the first two rows, then a sign for each row. */
export function turnOf(r) {
  const column = (row) => (r[row] ? 0 : r[row + 1] ? 1 : 2);
  const sign = (row) => (r[row] + r[row + 1] + r[row + 2] < 0 ? 1 : 0);
  return column(0) | (column(3) << 2) | (sign(0) << 4) | (sign(3) << 5) | (sign(6) << 6);
}

/**
 * The frames of an animation; first and last are the same where nothing moves.
 * @param {object} file as `readTvx` returns it
 */
export function animationRange(file) {
  let [first, last] = file.frames ?? [Infinity, -Infinity];
  for (const { moves, shows } of file.nodes) {
    for (const keys of [moves, shows]) {
      if (keys.length < 2) continue;
      first = Math.min(first, keys[0].frame);
      last = Math.max(last, keys.at(-1).frame);
    }
  }
  return first < last && file.nodes.some(({ moves, shows }) => moves.length > 1 || shows.length > 1) ? { first, last } : { first: 0, last: 0 };
}

/** The key that holds in a frame: the last that is not later, or the first before all of them. */
export function keyAt(keys, frame) {
  let [low, high] = [0, keys.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (keys[middle].frame <= frame) low = middle;
    else high = middle - 1;
  }
  return keys[low];
}

/** Frame of a node's own clock: one whose animation loops begins again after its last key. */
function clock(node, frame) {
  if (!node.loops) return frame;
  const first = Math.min(node.moves[0].frame, node.shows[0]?.frame ?? Infinity);
  const last = Math.max(node.moves.at(-1).frame, node.shows.at(-1)?.frame ?? -Infinity);
  return frame <= last || last === first ? frame : first + ((frame - first) % (last - first + 1));
}

/**
 * Where shapes stand in a frame.
 * @param {object} file as `readTvx` returns it
 * @param {number} frame
 * @param {{nodes: Map<number, boolean>, layers: Map<number, boolean>}} [eyes] what the user shows or hides, in place of what the file says
 * @returns {{mesh: number, node: number, rotation: number[], translation: number[]}[]} the shapes that can be seen
 */
export function placedShapes(file, frame = -Infinity, eyes = { nodes: new Map(), layers: new Map() }) {
  // A file may hold meshes only.
  if (!file.nodes.length) return file.meshes.map((_, mesh) => ({ mesh, node: -1, ...RESTING }));
  const world = [];
  const shapes = [];
  const closed = new Set();
  for (const [id, layer] of file.layers) if (eyes.layers.get(id) ?? layer.hidden) closed.add(id);
  file.nodes.forEach((node, number) => {
    const parent = node.parent < 0 ? RESTING : world[node.parent];
    const time = clock(node, frame);
    const move = keyAt(node.moves, time);
    const moved = turned(parent.rotation, move.translation);
    const here = {
      rotation: composed(parent.rotation, move.rotation),
      translation: [moved[0] + parent.translation[0], moved[1] + parent.translation[1], moved[2] + parent.translation[2]],
      hidden: parent.hidden || (eyes.nodes.get(number) ?? node.hidden) || closed.has(node.layer),
    };
    world.push(here);
    if (!node.shows.length || here.hidden) return;
    const { mesh } = keyAt(node.shows, time);
    if (mesh >= 0) shapes.push({ mesh, node: number, rotation: here.rotation, translation: here.translation });
  });
  return shapes;
}

/** The box of shapes in the world, in voxels. */
export function sceneBox(file, shapes) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { mesh, rotation, translation } of shapes) {
    const { box, pivot } = file.meshes[mesh];
    if (!box) continue;
    for (const corner of [box.low, box.high]) {
      const local = [corner[0] - pivot[0], corner[1] - pivot[1], corner[2] - pivot[2]];
      turned(rotation, local).forEach((value, axis) => {
        low[axis] = Math.min(low[axis], value + translation[axis]);
        high[axis] = Math.max(high[axis], value + translation[axis]);
      });
    }
  }
  return Number.isFinite(low[0]) ? { low, high } : null;
}

/** The box around boxes; one of a voxel around none. */
export function around(boxes) {
  if (!boxes.length) return { low: [0, 0, 0], high: [1, 1, 1] };
  return {
    low: [0, 1, 2].map((axis) => Math.min(...boxes.map((box) => box.low[axis]))),
    high: [0, 1, 2].map((axis) => Math.max(...boxes.map((box) => box.high[axis]))),
  };
}
