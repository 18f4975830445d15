// A grid of palette indices in, the first voxel on a ray out; the grid's lattice is around its middle, floor(size / 2).

export class Voxels {
  /** @param {number[]} shape @param {Uint8Array} indices the last axis runs fastest @param {number[]} same what counts as each */
  constructor(shape, indices, same) {
    Object.assign(this, { shape, indices, same });
  }

  /** Palette index of the first voxel on a ray, 0 if there is none: from cell wall to cell wall, in 64 bits. */
  cast(eye, direction) {
    const { shape } = this;
    const start = eye.map((value, axis) => value + Math.floor(shape[axis] / 2));
    let enter = 0;
    let leave = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const [one, other] = [-start[axis] / direction[axis], (shape[axis] - start[axis]) / direction[axis]];
      enter = Math.max(enter, Math.min(one, other));
      leave = Math.min(leave, Math.max(one, other));
    }
    if (!(enter < leave)) return 0;
    const cell = [0, 0, 0];
    const wall = [0, 0, 0];
    const pace = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const at = Math.floor(start[axis] + (enter + 1e-9) * direction[axis]);
      cell[axis] = Math.min(Math.max(at, 0), shape[axis] - 1);
      wall[axis] = (cell[axis] + (direction[axis] > 0 ? 1 : 0) - start[axis]) / direction[axis];
      pace[axis] = Math.abs(1 / direction[axis]);
    }
    for (;;) {
      const found = this.indices[(cell[0] * shape[1] + cell[1]) * shape[2] + cell[2]];
      if (found) return this.same[found];
      const axis = wall[0] < wall[1] ? (wall[0] < wall[2] ? 0 : 2) : wall[1] < wall[2] ? 1 : 2;
      cell[axis] += direction[axis] > 0 ? 1 : -1;
      if (cell[axis] < 0 || cell[axis] >= shape[axis]) return 0;
      wall[axis] += pace[axis];
    }
  }
}
