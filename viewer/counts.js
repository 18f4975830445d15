// Scenes and the shapes that are seen in; the numbers that tell how small the meshes are out.

// Meshes of other modes show each face once.
const OVERLAPS = new Set(["fewest", "cutout"]);
const DIRECTIONS = 6;

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const triangles = ({ parts }) => total(parts.map((part) => part.rectangles.length / 4 + part.triangles.length / 8));

/** Visible sides of voxels and, from their planes, the cells that they enclose; null where a mesh does not tell. */
function measured(mesh) {
  if (OVERLAPS.has(mesh.mode) || !mesh.mode) return { faces: null, voxels: null };
  let [faces, voxels] = [0, 0];
  const clear = mesh.parts.some((part) => total(part.rectangleCounts.slice(6)) + total(part.triangleCounts.slice(6)));
  for (const part of mesh.parts) {
    const each = (direction, area, plane) => {
      faces += area;
      if (direction < 2) voxels += (direction ? -1 : 1) * area * (plane + part.origin[0]);
    };
    const { rectangles: r, triangles: t, polygons } = part;
    part.rectangleCounts.reduce((at, count, range) => {
      const end = at + 8 * count;
      for (; at < end; at += 8) each(range % DIRECTIONS, r[at + 3] * r[at + 4], r[at]);
      return end;
    }, 0);
    part.triangleCounts.reduce((at, count, range) => {
      const end = at + 8 * count;
      for (; at < end; at += 8) {
        const area = ((t[at + 2] - t[at]) * (t[at + 5] - t[at + 1]) - (t[at + 3] - t[at + 1]) * (t[at + 4] - t[at])) / 2;
        each(range % DIRECTIONS, area, polygons[8 * (t[at + 6] | (t[at + 7] << 8)) + 7]);
      }
      return end;
    }, 0);
  }
  return { faces, voxels: clear ? null : voxels };
}

function polygons(mesh) {
  return total(
    mesh.parts.map(({ rectangles, triangles: t }) => {
      let count = rectangles.length / 8;
      for (let at = 0, before = -1; at < t.length; at += 8) {
        const record = t[at + 6] | (t[at + 7] << 8);
        if (record !== before) count++;
        before = record;
      }
      return count;
    }),
  );
}

/**
 * @param {object[]} files as `readTvx` returns them; `told`, if there, is what the page knows of the voxels
 * @param {object[][]} shapes that can be seen, of each file
 */
export function counts(files, shapes) {
  const meshes = files.flatMap((file) => file.meshes);
  const found = meshes.map((mesh) => (mesh.measured ??= measured(mesh)));
  const whole = (key) => {
    if (files.every(({ told }) => told?.[key] !== undefined)) return total(files.map(({ told }) => told[key]));
    return found.every((one) => one[key] !== null) ? total(found.map((one) => one[key])) : null;
  };
  return {
    modes: [...new Set(meshes.map((mesh) => mesh.mode).filter(Boolean))],
    voxels: whole("voxels"),
    faces: whole("faces"),
    polygons: total(meshes.map(polygons)),
    triangles: total(meshes.map(triangles)),
    texels: total(meshes.flatMap((mesh) => mesh.pages.map(({ width, height }) => width * height))),
    shapes: total(shapes.map((own) => own.length)),
    meshes: meshes.length,
    inScene: total(files.map((file, number) => {
      const each = file.meshes.map(triangles);
      return total(shapes[number].map(({ mesh }) => each[mesh]));
    })),
    bytes: total(files.map((file) => file.bytes)),
  };
}
