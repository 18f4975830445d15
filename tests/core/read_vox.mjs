// Paths of .vox files and of two readers' packages in, what they read out as JSON: chunks, and where three.js puts them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [packages, ...files] = process.argv.slice(2);
const readVox = createRequire(`${packages}/`)("vox-reader");
const { VOXLoader } = await import(pathToFileURL(`${packages}/three/examples/jsm/loaders/VOXLoader.js`));

function three(bytes) {
  const { chunks, scene } = new VOXLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const models = chunks.map(({ size, data }) => ({ size: [size.x, size.y, size.z], data: [...data] }));
  const meshes = [];
  if (scene) {
    scene.updateMatrixWorld(true);
    scene.traverse((object) => {
      if (object.isMesh) meshes.push({ name: object.name, matrix: object.matrixWorld.elements });
    });
  }
  return { models, meshes, palette: chunks[0].palette };
}

const found = files.map((file) => {
  const bytes = readFileSync(file);
  return { three: three(bytes), reader: readVox(bytes) };
});
process.stdout.write(JSON.stringify(found));
