// Counts, layers, nodes and materials in; texts and lists of the page out.

import { grouped } from "./trust.js";

const element = (id) => document.getElementById(id);
const KINDS = ["Diffuse", "Metal", "Glass", "Emission", "Blend", "Media"];
// Rows of a list, and more are only counted.
const ROWS = 400;

export function tellCounts(found) {
  const text = (number) => (number === null ? "–" : grouped(number));
  for (const id of ["voxels", "polygons", "triangles", "inScene", "texels"]) element(id).textContent = text(found[id]);
  element("cubes").textContent = text(found.voxels === null ? null : 12 * found.voxels);
  element("faces").textContent = text(found.faces === null ? null : 2 * found.faces);
  element("percent").textContent = found.faces ? `(${share(found.triangles / (2 * found.faces))})` : "";
  element("mode").textContent = found.modes.join(", ") || "–";
  element("shapes").textContent = `${text(found.shapes)} / ${text(found.meshes)}`;
  element("bytes").textContent = found.bytes < 1e6 ? `${(found.bytes / 1e3).toFixed(1)} kB` : `${(found.bytes / 1e6).toFixed(2)} MB`;
  element("each").textContent = found.triangles ? (found.bytes / found.triangles).toFixed(1) : "–";
}

const share = (part) => `${part < 0.0995 ? (100 * part).toFixed(1) : Math.round(100 * part)} %`;

export const rateText = (rate) => (rate < 10 ? rate.toPrecision(2) : String(Math.round(rate)));

/**
 * Fill the lists of a world.
 * @param {World} world
 * @param {() => void} changed called when an eye was opened or closed
 * @param {(file: number, colors: Uint8Array) => void} recolor
 */
export function fillLists(world, changed, recolor) {
  const several = world.files.length > 1;
  const rows = { layers: [], nodes: [], palettes: [], materials: [] };
  world.files.forEach((file, number) => {
    const head = several ? `${file.name || file.title}: ` : "";
    for (const [id, layer] of file.layers) {
      rows.layers.push(() => eyeRow(`${head}${layer.name || `Layer ${id}`}`, 0, layer.hidden, (hidden) => {
        world.see(number, "layers", id, hidden);
        changed();
      }));
    }
    const depths = [];
    file.nodes.forEach((node, index) => {
      depths.push(node.parent < 0 ? 0 : depths[node.parent] + 1);
      const title = node.name || (node.shows.length ? `Shape ${grouped(index + 1)}` : `Group ${grouped(index + 1)}`);
      rows.nodes.push(() => eyeRow(`${head}${title}`, depths[index], node.hidden, (hidden) => {
        world.see(number, "nodes", index, hidden);
        changed();
      }));
    });
    if (file.palettes.length > 1) {
      file.palettes.forEach(({ name, colors }, palette) => rows.palettes.push(() => paletteRow(`${head}${name || `Palette ${palette + 1}`}`, () => recolor(number, colors))));
    }
    file.materials.forEach((material, index) => {
      if (material.kind) rows.materials.push(() => materialRow(`${head}${KINDS[material.kind]} ${index}`, material, file.palette.subarray(4 * index, 4 * index + 3)));
    });
  });
  for (const [id, list] of Object.entries(rows)) {
    const here = element(id);
    here.replaceChildren(...list.slice(0, ROWS).map((make) => make()));
    if (list.length > ROWS) here.append(row(`And ${grouped(list.length - ROWS)} more`));
    here.hidden = here.previousElementSibling.hidden = !list.length;
  }
}

function row(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

function eyeRow(title, depth, hidden, turn) {
  const item = document.createElement("li");
  const label = document.createElement("label");
  const eye = document.createElement("input");
  eye.type = "checkbox";
  eye.checked = !hidden;
  eye.addEventListener("change", () => turn(!eye.checked));
  label.append(eye, title);
  label.style.paddingInlineStart = `${Math.min(depth, 8) * 12}px`;
  item.append(label);
  return item;
}

function paletteRow(title, take) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = title;
  button.addEventListener("click", take);
  item.append(button);
  return item;
}

function materialRow(title, material, [red, green, blue]) {
  const told = {
    1: ["metallic", "roughness"],
    2: ["transparency", "roughness", "refraction"],
    3: ["emission", "flux"],
    4: ["transparency", "metallic"],
    5: ["density", "phase"],
  }[material.kind];
  const item = row(` ${title}`);
  const sample = document.createElement("i");
  sample.style.background = `rgb(${red} ${green} ${blue})`;
  const numbers = document.createElement("small");
  numbers.textContent = told.map((name) => `${name} ${Number(material[name].toFixed(2))}`).join(", ");
  item.prepend(sample);
  item.append(numbers);
  return item;
}
