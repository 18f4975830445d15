// Triangle lists on stdin, as JSON, in; their order by meshoptimizer, as JSON, out. argv[2]: a folder with the npm package.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(resolve(process.argv[2], "x.js")));
const { MeshoptEncoder } = await import(pathToFileURL(require.resolve("meshoptimizer")));
await MeshoptEncoder.ready;
const ranges = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(ranges.map((range) => {
  const indices = Uint32Array.from(range);
  if (indices.length) MeshoptEncoder.reorderMesh(indices, true, false);
  return Array.from(indices);
})));
