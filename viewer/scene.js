// A file's nodes in; where each shape stands in the world, the box of all that is seen, and counts out.

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function turned(r, p) {
  return [0, 3, 6].map((row) => r[row] * p[0] + r[row + 1] * p[1] + r[row + 2] * p[2]);
}

function composed(a, b) {
  return IDENTITY.map((_, i) => {
    const row = 3 * Math.floor(i / 3);
    return a[row] * b[i % 3] + a[row + 1] * b[3 + (i % 3)] + a[row + 2] * b[6 + (i % 3)];
  });
}

/**
 * @param {object} file as `readTvx` returns it
 * @returns {{mesh: number, rotation: number[], translation: number[]}[]} the shapes that can be seen in the first frame
 */
export function placedShapes(file) {
  const world = [];
  const shapes = [];
  for (const node of file.nodes) {
    const parent = node.parent < 0 ? { rotation: IDENTITY, translation: [0, 0, 0], hidden: false } : world[node.parent];
    const moved = turned(parent.rotation, node.translation);
    const here = {
      rotation: composed(parent.rotation, node.rotation),
      translation: moved.map((value, axis) => value + parent.translation[axis]),
      hidden: parent.hidden || node.hidden || (file.layers.get(node.layer)?.hidden ?? false),
    };
    world.push(here);
    if (node.mesh >= 0 && !here.hidden) shapes.push({ mesh: node.mesh, ...here });
  }
  // A file may hold meshes only.
  return file.nodes.length ? shapes : file.meshes.map((_, mesh) => ({ mesh, rotation: IDENTITY, translation: [0, 0, 0] }));
}

/** Lowest and highest vertex of a part, relative to its origin. */
export function partBox(part) {
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  for (let i = 0; i < part.vertices.length; i++) {
    const axis = i % 3;
    if (part.vertices[i] < low[axis]) low[axis] = part.vertices[i];
    if (part.vertices[i] > high[axis]) high[axis] = part.vertices[i];
  }
  return { low, high };
}

/** The box of all shapes in the world, in voxels. */
export function sceneBox(file, shapes) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { mesh, rotation, translation } of shapes) {
    const { parts, pivot } = file.meshes[mesh];
    for (const part of parts) {
      if (!part.vertexCount) continue;
      const box = partBox(part);
      for (const corner of [box.low, box.high]) {
        const local = corner.map((value, axis) => value + part.origin[axis] - pivot[axis]);
        turned(rotation, local).forEach((value, axis) => {
          low[axis] = Math.min(low[axis], value + translation[axis]);
          high[axis] = Math.max(high[axis], value + translation[axis]);
        });
      }
    }
  }
  return Number.isFinite(low[0]) ? { low, high } : { low: [0, 0, 0], high: [1, 1, 1] };
}

/** What the panel shows. */
export function counts(file, shapes) {
  const sum = (value) => file.meshes.reduce((total, mesh) => total + value(mesh), 0);
  const parts = (mesh, key) => mesh.parts.reduce((total, part) => total + part[key], 0);
  return {
    modes: [...new Set(file.meshes.map((mesh) => mesh.mode).filter(Boolean))],
    triangles: sum((mesh) => parts(mesh, "triangleCount")),
    vertices: sum((mesh) => parts(mesh, "vertexCount")),
    records: sum((mesh) => parts(mesh, "polygonCount")),
    texels: sum((mesh) => mesh.pages.reduce((total, page) => total + page.texels.length, 0)),
    shapes: shapes.length,
    meshes: file.meshes.length,
    inScene: shapes.reduce((total, shape) => total + parts(file.meshes[shape.mesh], "triangleCount"), 0),
    bytes: file.bytes,
  };
}
