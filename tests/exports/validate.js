// Paths of .glb and .gltf files in, a JSON list of what Khronos' validator finds wrong with each out.
const fs = require("fs");
const path = require("path");
const validator = require("gltf-validator");

async function problems(file) {
  const folder = path.dirname(file);
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    externalResourceFunction: async (uri) => new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri)))),
  });
  return report.issues.messages.filter((issue) => issue.severity <= 1).map((issue) => `${issue.code} ${issue.pointer}`);
}

(async () => {
  const files = JSON.parse(fs.readFileSync(0, "utf8"));
  const found = [];
  for (const file of files) found.push(await problems(file));
  process.stdout.write(JSON.stringify(found));
})();
