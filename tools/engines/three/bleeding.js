// A .glb file, textures with their mip-maps and views in, raw pixels out: what three.js shows with each filter.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const FILTERS = {
  "nearest": [THREE.NearestFilter, THREE.NearestFilter],
  "nearest, level": [THREE.NearestFilter, THREE.NearestMipmapNearestFilter],
  "nearest, between levels": [THREE.NearestFilter, THREE.NearestMipmapLinearFilter],
  "linear": [THREE.LinearFilter, THREE.LinearFilter],
  "linear, level": [THREE.LinearFilter, THREE.LinearMipmapNearestFilter],
  "linear, between levels": [THREE.LinearFilter, THREE.LinearMipmapLinearFilter],
};
const SETTINGS = { blending: THREE.NoBlending, side: THREE.DoubleSide };
// Kept, for each new one would be compiled.
const painted = new THREE.MeshBasicMaterial({ map: new THREE.Texture(), ...SETTINGS });
const plain = new THREE.MeshBasicMaterial({ vertexColors: true, ...SETTINGS });
const renderers = {};
const textures = {};
const meshes = {};
let box = null;

function renderer(smooth) {
  return (renderers[smooth] ??= new THREE.WebGLRenderer({ antialias: smooth, alpha: true, preserveDrawingBuffer: true }));
}

function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function text(data) {
  let result = "";
  for (let at = 0; at < data.length; at += 32768) {
    result += String.fromCharCode(...data.subarray(at, at + 32768));
  }
  return btoa(result);
}

// Squares of one color each in place of a file: what is right.
function reference({ points, colors }) {
  const squares = new Float32Array(bytes(points).buffer);
  const count = squares.length / 12;
  const index = Uint32Array.from({ length: 6 * count }, (_, at) => 4 * Math.floor(at / 6) + [0, 1, 2, 0, 2, 3][at % 6]);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(squares, 3));
  geometry.setAttribute("color", new THREE.BufferAttribute(bytes(colors), 4, true));
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  meshes.reference = new THREE.Mesh(geometry);
  geometry.computeBoundingBox();
  box = geometry.boundingBox;
}

// Its lowest corner is put on that of the reference.
async function load(name, file) {
  const { scene } = await new GLTFLoader().loadAsync("/files/" + file);
  scene.updateMatrixWorld(true);
  const found = [];
  scene.traverse((node) => node.isMesh && found.push(node));
  if (found.length !== 1) {
    throw new Error(`${file} has ${found.length} meshes`);
  }
  const geometry = found[0].geometry.clone().applyMatrix4(found[0].matrixWorld);
  geometry.computeBoundingBox();
  geometry.translate(...box.min.clone().sub(geometry.boundingBox.min).toArray());
  meshes[name] = new THREE.Mesh(geometry);
  meshes[name].userData.repeat = found[0].material.map.repeat.toArray();
}

function texture(name, levels, colors) {
  textures[name]?.dispose();
  const images = levels.map(({ width, height, data }) => ({ width, height, data: bytes(data) }));
  const made = new THREE.DataTexture(images[0].data, images[0].width, images[0].height);
  made.mipmaps = images;
  made.colorSpace = colors ? THREE.SRGBColorSpace : THREE.NoColorSpace;
  made.needsUpdate = true;
  textures[name] = made;
}

// Numbers of the file -> what other files or engines would store.
const ROUNDED = {
  file: (uv) => uv.clone(),
  shorts: (uv) => new THREE.BufferAttribute(Uint16Array.from(uv.array, (value) => Math.round(65535 * value)), 2, true),
  halves: (uv) =>
    new THREE.Float16BufferAttribute(Uint16Array.from(uv.array, (value) => THREE.DataUtils.toHalfFloat(value)), 2),
  twelve: (uv) => new THREE.BufferAttribute(Float32Array.from(uv.array, (value) => Math.round(4095 * value) / 4095), 2),
};

function drawn(name, rounding) {
  const key = `${name} ${rounding}`;
  if (!meshes[key]) {
    const geometry = meshes[name].geometry.clone();
    geometry.setAttribute("uv", ROUNDED[rounding](meshes[name].geometry.attributes.uv));
    meshes[key] = new THREE.Mesh(geometry);
    meshes[key].userData.repeat = meshes[name].userData.repeat;
  }
  return meshes[key];
}

// Each triangle in the color of the one texel in its middle.
function labelled(name, labels) {
  const source = meshes[name];
  const geometry = source.geometry.toNonIndexed();
  const [across, down] = source.userData.repeat;
  const { width, height, data } = textures[labels].mipmaps[0];
  const uv = geometry.attributes.uv;
  const colors = new Uint8Array(4 * uv.count);
  for (let at = 0; at < uv.count; at += 3) {
    const column = Math.floor((width * across * (uv.getX(at) + uv.getX(at + 1) + uv.getX(at + 2))) / 3);
    const row = Math.floor((height * down * (uv.getY(at) + uv.getY(at + 1) + uv.getY(at + 2))) / 3);
    const color = data.subarray(4 * (row * width + column), 4 * (row * width + column) + 4);
    [0, 1, 2].forEach((corner) => colors.set(color, 4 * (at + corner)));
  }
  geometry.setAttribute("color", new THREE.BufferAttribute(colors, 4, true));
  meshes[`${name} labels`] = new THREE.Mesh(geometry);
}

function camera({ side, pixels, size }) {
  const radius = box.getSize(new THREE.Vector3()).length() / 2;
  const [across, up] = size.map((length) => length / pixels / 2);
  const result = new THREE.OrthographicCamera(-across, across, up, -up, radius, 5 * radius);
  const middle = box.getCenter(new THREE.Vector3());
  result.position.fromArray(side).setLength(3 * radius).add(middle);
  result.lookAt(middle);
  return result;
}

// What is drawn has a texture, or the colors of its corners.
function draw({ mesh, view, times = 1, map, filter, uv = "file", smooth = false }) {
  const shown = map ? drawn(mesh, uv) : meshes[mesh];
  shown.material = map ? painted : plain;
  if (map) {
    const image = textures[map];
    const [magnified, made] = FILTERS[filter];
    if (image.magFilter !== magnified || image.minFilter !== made) {
      Object.assign(image, { magFilter: magnified, minFilter: made, needsUpdate: true });
    }
    image.repeat.fromArray(shown.userData.repeat);
    painted.map = image;
  }
  const painter = renderer(smooth);
  const linear = !map || textures[map].colorSpace === THREE.NoColorSpace;
  painter.outputColorSpace = linear ? THREE.LinearSRGBColorSpace : THREE.SRGBColorSpace;
  const size = view.size.map((length) => times * length);
  if (painter.domElement.width !== size[0] || painter.domElement.height !== size[1]) {
    painter.setPixelRatio(1);
    painter.setSize(...size);
  }
  const scene = new THREE.Scene();
  scene.add(shown);
  painter.render(scene, camera(view));
  const gl = painter.getContext();
  const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return text(pixels);
}

function forget() {
  for (const name of Object.keys(meshes).filter((name) => name !== "reference")) {
    meshes[name].geometry.dispose();
    delete meshes[name];
  }
}

window.trivox = { ready: Promise.resolve(), reference, load, texture, labelled, draw, forget };
